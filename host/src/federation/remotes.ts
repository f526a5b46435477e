/** State of each remote, shared by every frame and slot that shows a part of it. Two versions of a remote may be loaded side by side. */
import type { Release } from '@hindsight/shared-contracts/registry';
import type { RouteObject } from '@hindsight/shared-contracts/router';
import { lazyPage, type LoadPart, type RemoteModule } from '@hindsight/shared-contracts/shell';
import type { ComponentType } from 'react';
import { createStore } from '../state/store';
import { isLost, RemoteLoadError, type RemoteFailure } from './failure';
import type { LoadRemote } from './loader';
import type { RegistryStore } from './registry';

/** Time in milliseconds after which a load counts as slow. */
export const SLOW_AFTER_MS = 10_000;

/** A remote whose parts can be rendered; each part is fetched when it is first shown. */
export interface LoadedRemote {
  routes: RouteObject[];
  /** By slot name. */
  slots: Readonly<Record<string, ComponentType<never>>>;
  /** Fetches a page's code, so that it renders at once when shown. @param path of its route in the descriptor. */
  preload?(path: string): Promise<void>;
}

/** Turns the loaders of a remote's module into components. Call once per module: the components cache what they fetched. */
export function loadedRemote({ routes, slots }: RemoteModule): LoadedRemote {
  const pages = routes.map(({ path, load }) => ({ path, Component: lazyPage(load) }));
  return {
    routes: pages,
    preload: async (path) => pages.find((page) => page.path === path)?.Component.preload(),
    slots: Object.fromEntries(
      Object.entries(slots).map(([name, load]) => [name, lazyPage(load as LoadPart<never>)]),
    ),
  };
}

export type RemoteState =
  | { status: 'loading'; slow: boolean }
  | { status: 'ready'; module: LoadedRemote }
  | { status: 'failed'; failure: RemoteFailure; retry(): void };

/** Decisions of the release manager on which loading depends. */
export interface ReleaseDecisions {
  /** Null when the registry's release runs; else resolves when the release is decided. Never rejects. */
  decision(name: string): Promise<unknown> | null;
  /** Called when a release failed to load; resolves after it was replaced, or when there is no replacement. */
  loadFailed(name: string, release: Release, failure: RemoteFailure): Promise<void>;
  /** Called before a failed remote is retried. */
  retried(name: string, failure: RemoteFailure): Promise<void>;
}

export interface Remotes {
  /** Subscribes to changes of any state; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** State of the release in use, or of another one; undefined when it was never loaded. */
  state(name: string, release?: Release | null): RemoteState | undefined;
  /** Marks a part of a release as rendered; returns a function that ends this. */
  hold(release: Release): () => void;
  /** Whether any part of a release is rendered. */
  isHeld(release: Release): boolean;
  /** Subscribes to releases whose last rendered part was removed; returns the unsubscribe function. */
  onUnheld(listener: () => void): () => void;
  /** Whether a version is loaded and can be shown at once. */
  isReady(name: string, version: string): boolean;
  /** Starts loading a remote, unless that has already happened. */
  ensure(name: string): void;
  /** Loads a release before it is shown; null when it is ready. Failures are not cached. */
  prepare(name: string, release: Release): Promise<RemoteFailure | null>;
  /**
   * Retries a failed remote with a fresh registry, which may name another version.
   * @param requested whether a user asked for it; only then is a quarantined release retried.
   */
  retry(name: string, requested?: boolean): Promise<void>;
  fail(name: string, release: Release | null, failure: RemoteFailure): void;
  /** Forgets the state of a release, so that it is loaded again when shown. */
  forget(name: string, release: Release): void;
  /** Drops the code of a release, of which nothing may be shown. It is loaded like a new one when it comes back. */
  drop(name: string, release: Release): void;
  /** Retries unreachable remotes when the connection comes back; returns a stop function. */
  retryWhenOnline(target?: Window): () => void;
}

interface RemotesDeps {
  registry: RegistryStore;
  load: LoadRemote;
  releases: ReleaseDecisions;
}

const toKey = (name: string, release: Pick<Release, 'version'> | null) => `${name}@${release?.version}`;

function toFailure(name: string, error: unknown): RemoteFailure {
  if (error instanceof RemoteLoadError) return error.failure;
  const reason = String(error);
  return { remote: name, displayName: name, version: null, kind: 'broken', reason, cause: error };
}

export function createRemotes({ registry, load, releases }: RemotesDeps): Remotes {
  /** By `name@version`. */
  const states = createStore<ReadonlyMap<string, RemoteState>>(new Map());

  function set(key: string, state: RemoteState | null): void {
    const next = new Map(states.get());
    if (state) next.set(key, state);
    else next.delete(key);
    states.set(next);
  }

  /** States of disabled remotes: the same object as long as the reason does not change. */
  const disabled = new Map<string, RemoteState>();

  function disabledState(name: string, release: Release | null): RemoteState | null {
    const reason = registry.get().registry.disabled?.[name]?.reason;
    if (reason === undefined) return null;
    const key = `${toKey(name, release)} ${reason}`;
    const displayName = release?.descriptor.displayName ?? name;
    const version = release?.version ?? null;
    const failure: RemoteFailure = {
      remote: name,
      displayName,
      version,
      kind: 'disabled',
      reason,
      cause: null,
    };
    const known = disabled.get(key) ?? { status: 'failed', failure, retry: () => void retry(name, true) };
    disabled.set(key, known);
    return known;
  }

  const state = (name: string, release = registry.releaseFor(name)) =>
    disabledState(name, release) ?? states.get().get(toKey(name, release));

  function fail(name: string, release: Release | null, failure: RemoteFailure): void {
    set(toKey(name, release), { status: 'failed', failure, retry: () => void retry(name, true) });
  }

  /** Loads one release beside the running one; null when it is ready. */
  async function loadRelease(name: string, release: Release | null): Promise<RemoteFailure | null> {
    const key = toKey(name, release);
    set(key, { status: 'loading', slow: false });
    const timer = setTimeout(() => set(key, { status: 'loading', slow: true }), SLOW_AFTER_MS);
    try {
      set(key, { status: 'ready', module: loadedRemote(await load(name, release)) });
      return null;
    } catch (error) {
      return toFailure(name, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Loads the release to show. If it fails, another release may replace it before the failure is shown. */
  async function loadShown(name: string): Promise<void> {
    const release = registry.releaseFor(name);
    const failure = await loadRelease(name, release);
    if (!failure) return;
    if (release) await releases.loadFailed(name, release, failure).catch(() => undefined);
    fail(name, release, failure);
  }

  function ensure(name: string): void {
    const deciding = releases.decision(name);
    if (deciding) void deciding.then(() => ensure(name));
    else if (!state(name)) void loadShown(name);
  }

  async function retry(name: string, requested = false): Promise<void> {
    const key = toKey(name, registry.releaseFor(name));
    const current = state(name);
    if (current?.status !== 'failed') return;
    const { kind } = current.failure;
    if (!requested && (kind === 'quarantined' || kind === 'disabled')) return;
    // Only the registry can enable it again.
    if (kind === 'disabled') return releases.retried(name, current.failure).catch(() => undefined);
    set(key, { status: 'loading', slow: false });
    await releases.retried(name, current.failure).catch(() => undefined);
    set(key, null);
    ensure(name);
  }

  /** Number of rendered parts per release, by base URL. */
  const held = new Map<string, number>();
  const unheld = new Set<() => void>();

  return {
    subscribe: states.subscribe,
    state,
    hold({ baseUrl }) {
      held.set(baseUrl, (held.get(baseUrl) ?? 0) + 1);
      return () => {
        const left = held.get(baseUrl)! - 1;
        if (left > 0) return void held.set(baseUrl, left);
        held.delete(baseUrl);
        for (const listener of unheld) listener();
      };
    },
    isHeld: ({ baseUrl }) => held.has(baseUrl),
    onUnheld(listener) {
      unheld.add(listener);
      return () => void unheld.delete(listener);
    },
    isReady: (name, version) => states.get().get(toKey(name, { version }))?.status === 'ready',
    ensure,
    retry,
    fail,
    forget: (name, release) => set(toKey(name, release), null),
    drop(name, release) {
      set(toKey(name, release), null);
      load.drop?.(release);
    },
    async prepare(name, release) {
      const off = disabledState(name, release);
      if (off?.status === 'failed') return off.failure;
      if (state(name, release)?.status === 'ready') return null;
      const failure = await loadRelease(name, release);
      if (failure) set(toKey(name, release), null);
      return failure;
    },
    retryWhenOnline(target = window) {
      const retryAll = () => {
        for (const name of Object.keys(registry.get().registry.remotes)) {
          const current = state(name);
          if (current?.status === 'failed' && isLost(current.failure)) void retry(name);
        }
      };
      target.addEventListener('online', retryAll);
      return () => target.removeEventListener('online', retryAll);
    },
  };
}
