/**
 * The small part of the release manager that is in the first load. The manager decides about new versions, canaries, overrides and
 * quarantine; a healthy first load needs none of this, so its code is fetched when a decision is needed, after a failure, or when the page
 * is idle.
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

/** Storage key of the tab's overrides and quarantined releases. */
export const TAB_KEY = 'hindsight.parts';

/** Why a release runs: named by the registry, the previous one, or requested by a user. */
export type Channel = 'stable' | 'canary' | 'previous' | 'override';

/** A release chosen for a remote. */
export interface Choice {
  channel: Channel;
  release: Release;
}

/** One remote in the status panel. */
export interface RemoteStatus {
  name: string;
  displayName: string;
  state: 'idle' | 'loading' | 'ready' | 'failed';
  channel: Channel;
  release: Release | null;
  /** Release to be activated with the next navigation. */
  waiting: { version: string; channel: Channel } | null;
  /** Last failure on this page, as a sentence. */
  problem: string | null;
  quarantined: readonly { version: string; reason: string }[];
  override: string | null;
}

/** Dependencies of the manager. */
export interface ReleaseDeps {
  registry: RegistryStore;
  remotes: Remotes;
  notices: Notices;
  workspace: Readable<{ scope: { organizationId: string | null } | null }>;
  drafts: Readable<readonly unknown[]> & { mayLoseInPlace(): Promise<boolean> };
  toasts: { show(type: 'info', message: string): void };
  settings: { get(): { overrideOrigins: readonly string[] }; ready: Promise<void> | null };
  /** Overrides from the address: URL by remote. */
  overrides: Readonly<Record<string, string>>;
}

/** Decides which release of each remote runs in the page (`releases/manager.ts`). */
export interface ReleaseManager extends Omit<ReleaseDecisions, 'decision'> {
  /** Resolves after the first decision. Never rejects. */
  decided: Promise<void>;
  isDeciding(): boolean;
  /** Polls the server for the registry. Never rejects. */
  poll(): Promise<void>;
  /** Called between two pages, when a new release can be activated. */
  navigated(): void;
  /** Reason why a remote built for other contracts must not run here, as a sentence. */
  refusal(descriptor: RemoteDescriptor): string;
  /** Called when a rendered remote failed. */
  crashed(name: string, version: string, error: unknown, visit: number): Promise<void>;
  /** Activates a waiting release now, after asking about drafts. */
  activate(name: string): Promise<void>;
  releaseFromQuarantine(name: string, version: string): Promise<void>;
  /** Loads a remote from another URL in this tab, or ends that (null). Returns the reason for a refusal, or null. */
  override(name: string, url: string | null): Promise<string | null>;
  status(): RemoteStatus[];
  subscribe(listener: () => void): () => void;
  stop(): void;
}

interface Router {
  state: { location: { pathname: string } };
  subscribe(listener: (state: { location: { pathname: string } }) => void): () => void;
}

/** Interface for the page before the manager's code is loaded. */
export interface Releases extends ReleaseDecisions {
  /** @throws Error when the manager's code fails to load; the next call retries. */
  manager(): Promise<ReleaseManager>;
  /** Reason why a remote must not run here, as a sentence; null when it may. Checked before its code is fetched. */
  refusal(descriptor: RemoteDescriptor): Promise<string | null>;
  crashed(name: string, version: string, error: unknown): void;
  /** Reports navigations to the manager; returns a stop function. */
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

  /** Whether the registry alone does not determine a remote's release. */
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
        () => `It requires contracts ${descriptor.contracts}; this dashboard has ${CONTRACTS_VERSION}.`,
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
 * Takes overrides (`?remote.memory=http://localhost:3001/`) out of the address; must run before a router reads it. They apply to the tab,
 * not to one page.
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
