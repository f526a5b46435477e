/** The state of each remote, shared by every frame and slot that shows a part of it. Two versions of one may be loaded side by side. */
import type { Release } from '@hindsight/shared-contracts/registry';
import type { RouteObject } from '@hindsight/shared-contracts/router';
import { lazyPage, type LoadPart, type RemoteModule } from '@hindsight/shared-contracts/shell';
import type { ComponentType } from 'react';
import { createStore } from '../state/store';
import { isLost, RemoteLoadError, type RemoteFailure } from './failure';
import type { LoadRemote } from './loader';
import type { RegistryStore } from './registry';

/** A load that takes longer than this is called slow. */
export const SLOW_AFTER_MS = 10_000;

/** A remote whose parts can be rendered; each is fetched when it is first shown. */
export interface LoadedRemote {
  routes: RouteObject[];
  /** By the slot's name. */
  slots: Readonly<Record<string, ComponentType<never>>>;
  /** Fetches the code of a page, so that it is drawn at once when it is shown. @param path of its route in the descriptor. */
  preload?(path: string): Promise<void>;
}

/** Turns the loaders of a remote's module into components. Must be called once for a module: the components keep what they fetched. */
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

/** The decisions of the release manager that loading depends on. */
export interface ReleaseDecisions {
  /** Null when the registry's release runs; else settles when it is decided, and never rejects. */
  decision(name: string): Promise<unknown> | null;
  /** Called when a release could not be loaded; settles when another one replaced it, or none could. */
  loadFailed(name: string, release: Release, failure: RemoteFailure): Promise<void>;
  /** Called before a failed remote is tried once more. */
  retried(name: string, failure: RemoteFailure): Promise<void>;
}

export interface Remotes {
  /** Calls back after each change of any state; returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** The state of the release that the page works with, or of another one; undefined when it was never loaded. */
  state(name: string, release?: Release | null): RemoteState | undefined;
  /** Says that a part of a release is rendered; returns how to say that it is not any more. */
  hold(release: Release): () => void;
  /** Whether a part of a release is rendered. */
  isHeld(release: Release): boolean;
  /** Calls back whenever nothing of a release is rendered any more; returns how to stop. */
  onUnheld(listener: () => void): () => void;
  /** Whether a version is loaded and can be shown at once. */
  isReady(name: string, version: string): boolean;
  /** Starts loading a remote unless that has happened. */
  ensure(name: string): void;
  /** Loads a release before it is shown; null when it is ready. A failure is not remembered. */
  prepare(name: string, release: Release): Promise<RemoteFailure | null>;
  /**
   * Tries a failed remote again with a fresh registry, which may name another version by now.
   * @param requested a person asks for it: only then is a quarantined release tried.
   */
  retry(name: string, requested?: boolean): Promise<void>;
  fail(name: string, release: Release | null, failure: RemoteFailure): void;
  /** Forgets the state of a release, so that it is loaded again when it is shown. */
  forget(name: string, release: Release): void;
  /** Forgets the code of a release: nothing of it may be shown. It is loaded like a new one when it comes back. */
  drop(name: string, release: Release): void;
  /** Tries what could not be reached again when the connection comes back; returns how to stop. */
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

  /** States of remotes that are switched off: the same object as long as the reason is the same. */
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

  /** Loads one release beside the one that is shown; null when it is ready. */
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

  /** When the release to show fails, another one may replace it before the failure is shown. */
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
    // Only the registry brings it back.
    if (kind === 'disabled') return releases.retried(name, current.failure).catch(() => undefined);
    set(key, { status: 'loading', slow: false });
    await releases.retried(name, current.failure).catch(() => undefined);
    set(key, null);
    ensure(name);
  }

  /** Rendered parts of each release, by its address. */
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
