/**
 * The small part of the release manager that is in the first load. The manager decides about new versions, canaries, overrides and
 * quarantine; a healthy first load needs none of it, so its code is fetched when there is something to decide, when something failed,
 * or when the page is idle.
 */
import {
  conflictingRemotes,
  CONTRACTS_VERSION,
  satisfies,
  type RemoteDescriptor,
  type Release,
} from '@hindsight/shared-contracts/registry';
import { tabStorage } from '../../session/storage';
import type { Readable } from '../../state/store';
import type { Notices } from '../notices';
import type { RegistryStore } from '../registry';
import type { ReleaseDecisions, Remotes } from '../remotes';

/** Storage key of what a tab keeps: overrides and quarantined releases. */
export const TAB_KEY = 'hindsight.parts';

/** Why a release runs: the registry names it, it is the one before, or a person asked for it. */
export type Channel = 'stable' | 'canary' | 'previous' | 'override';

/** A release that was chosen for a remote. */
export interface Choice {
  channel: Channel;
  release: Release;
}

/** One remote as the status panel shows it. */
export interface RemoteStatus {
  name: string;
  displayName: string;
  state: 'idle' | 'loading' | 'ready' | 'failed';
  channel: Channel;
  release: Release | null;
  /** A release that is activated with the next navigation. */
  waiting: { version: string; channel: Channel } | null;
  /** The last failure on this page, in a sentence. */
  problem: string | null;
  quarantined: readonly { version: string; reason: string }[];
  override: string | null;
}

/** What the manager needs of the rest of the host. */
export interface ReleaseDeps {
  registry: RegistryStore;
  remotes: Remotes;
  notices: Notices;
  workspace: Readable<{ scope: { organizationId: string | null } | null }>;
  drafts: Readable<readonly unknown[]> & { mayLoseInPlace(): Promise<boolean> };
  toasts: { show(type: 'info', message: string): void };
  settings: { get(): { overrideOrigins: readonly string[] }; ready: Promise<void> | null };
  /** Overrides of the address: URL by remote. */
  overrides: Readonly<Record<string, string>>;
}

/** Decides which release of each remote runs in the page (`releases/manager.ts`). */
export interface ReleaseManager extends Omit<ReleaseDecisions, 'decision'> {
  /** Settles when the first decision is made. Never rejects. */
  decided: Promise<void>;
  isDeciding(): boolean;
  /** Asks the server for the registry. Never rejects. */
  poll(): Promise<void>;
  /** Called between two pages, when a new release can be activated. */
  navigated(): void;
  /** Why a remote that was built for other contracts must not run here, in a sentence. */
  refusal(descriptor: RemoteDescriptor): string;
  /** Called when a remote failed while it was shown. */
  crashed(name: string, version: string, error: unknown, visit: number): Promise<void>;
  /** Activates a waiting release now, after asking about drafts. */
  activate(name: string): Promise<void>;
  releaseFromQuarantine(name: string, version: string): Promise<void>;
  /** Loads a remote from another URL in this tab, or no longer (null). Returns why not, or null. */
  override(name: string, url: string | null): Promise<string | null>;
  status(): RemoteStatus[];
  subscribe(listener: () => void): () => void;
  stop(): void;
}

interface Router {
  state: { location: { pathname: string } };
  subscribe(listener: (state: { location: { pathname: string } }) => void): () => void;
}

/** What the page uses before the manager's code is there. */
export interface Releases extends ReleaseDecisions {
  /** @throws Error when the manager's code cannot be fetched; the next call tries again. */
  manager(): Promise<ReleaseManager>;
  /** Why a remote must not run here, in a sentence; null when it may. Asked before any of its code is fetched. */
  refusal(descriptor: RemoteDescriptor): Promise<string | null>;
  crashed(name: string, version: string, error: unknown): void;
  /** Reports navigations to the manager; returns how to stop. */
  followRouter(router: Router): () => void;
  /** Stops the manager, if it runs. */
  stop(): void;
}

interface ReleasesDeps {
  registry: RegistryStore;
  overrides: ReleaseDeps['overrides'];
  /** Fetches and starts the manager. */
  start(): Promise<ReleaseManager>;
}

export function createReleases({ registry, overrides, start }: ReleasesDeps): Releases {
  let starting: Promise<ReleaseManager> | null = null;
  let running: ReleaseManager | null = null;
  /** Counts page changes. */
  let visit = 0;

  async function manager(): Promise<ReleaseManager> {
    starting ??= start();
    try {
      return (running = await starting);
    } catch (error) {
      starting = null;
      throw error;
    }
  }

  /** Whether the registry alone does not tell which release of a remote runs. */
  function isUndecided(name: string): boolean {
    if (running) return running.isDeciding();
    const { rollout } = registry.get().registry;
    return name in overrides || tabStorage.read(TAB_KEY) !== null || rollout?.[name]?.canary !== undefined;
  }

  return {
    manager,
    decision(name) {
      if (!isUndecided(name)) return null;
      return manager()
        .then(({ decided }) => decided)
        .catch(() => undefined);
    },
    async refusal(descriptor) {
      if (satisfies(CONTRACTS_VERSION, descriptor.contracts))
        return conflictingRemotes(registry.get().registry).get(descriptor.name) ?? null;
      return manager().then(
        (loaded) => loaded.refusal(descriptor),
        () => `It needs contracts ${descriptor.contracts}; this dashboard has ${CONTRACTS_VERSION}.`,
      );
    },
    loadFailed: async (...failure) => (await manager()).loadFailed(...failure),
    retried: async (...failure) => (await manager()).retried(...failure),
    crashed(...crash) {
      const visitNow = visit;
      manager().then(
        (loaded) => loaded.crashed(...crash, visitNow),
        // The error itself is reported by the boundary that caught it.
        () => undefined,
      );
    },
    followRouter(router) {
      let path = router.state.location.pathname;
      return router.subscribe(({ location: { pathname } }) => {
        if (pathname === path) return;
        path = pathname;
        visit += 1;
        running?.navigated();
      });
    },
    stop: () => running?.stop(),
  };
}

/**
 * Takes overrides (`?remote.memory=http://localhost:3001/`) out of the address; must run before a router reads it. They are for the tab,
 * not for one page.
 */
export function takeOverrides(address: Location = window.location): Record<string, string> {
  const params = new URLSearchParams(address.search);
  const found = [...params].filter(([name]) => name.startsWith('remote.'));
  if (found.length === 0) return {};
  for (const [name] of found) params.delete(name);
  const search = params.size > 0 ? `?${String(params)}` : '';
  window.history.replaceState(window.history.state, '', address.pathname + search + address.hash);
  return Object.fromEntries(found.map(([name, url]) => [name.slice('remote.'.length), url]));
}
