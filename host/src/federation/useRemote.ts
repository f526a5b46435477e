/** The state of each remote, shared by every frame and slot that shows a part of it. Two versions of one may be here side by side. */
import type { Release } from '@hindsight/shared-contracts/registry';
import { useEffect, useSyncExternalStore } from 'react';
import { askUpkeep, decision, tellLoadFailure } from './askUpkeep';
import { loadRemoteModule, RemoteLoadError } from './loader';
import { openDoor } from './openDoor';
import { registry, releaseOf } from './registryClient';
import type { RemoteFailure, RemoteState } from './types';
import { useRegistry } from './useRegistry';

/** After this many milliseconds a load is called slow. */
export const SLOW_AFTER_MS = 4000;

/** By `name@version`. */
const states = new Map<string, RemoteState>();
const listeners = new Set<() => void>();
const LOADING: RemoteState = { status: 'loading', slow: false };
const SLOW: RemoteState = { status: 'loading', slow: true };

const keyOf = (name: string, release: Pick<Release, 'version'> | null | undefined) =>
  `${name}@${release?.version}`;

function set(key: string, state: RemoteState): void {
  states.set(key, state);
  for (const listener of [...listeners]) listener();
}

function failureOf(name: string, error: unknown): RemoteFailure {
  if (error instanceof RemoteLoadError) return error.failure;
  return {
    remote: name,
    displayName: name,
    version: null,
    kind: 'broken',
    reason: String(error),
    cause: error,
  };
}

/** Shows a release as failed, with the way back. */
export function failRemote(name: string, release: Release | null, failure: RemoteFailure): void {
  set(keyOf(name, release), { status: 'failed', failure, retry: () => void retryRemote(name, true) });
}

/**
 * Loads one release of a remote, beside the one that is shown; null when it is ready then.
 * @param release the registry's when absent.
 */
async function load(name: string, release: Release | null): Promise<RemoteFailure | null> {
  const key = keyOf(name, release);
  set(key, LOADING);
  const slow = setTimeout(() => set(key, SLOW), SLOW_AFTER_MS);
  try {
    const module = await loadRemoteModule(name, release);
    set(key, { status: 'ready', module: openDoor(module) });
    return null;
  } catch (error) {
    return failureOf(name, error);
  } finally {
    clearTimeout(slow);
  }
}

/** Loads what is going to be shown; when that fails, another release may take its place before anybody is told. */
async function loadShown(name: string): Promise<void> {
  const release = releaseOf(name);
  const failure = await load(name, release);
  if (!failure) return;
  if (release) await tellLoadFailure(name, release, failure).catch(() => undefined);
  failRemote(name, release, failure);
}

/** Loads a release before it is shown. A failed one is not remembered. */
export async function prepareRemote(name: string, release: Release): Promise<RemoteFailure | null> {
  const key = keyOf(name, release);
  if (states.get(key)?.status === 'ready') return null;
  const failure = await load(name, release);
  if (failure) states.delete(key);
  return failure;
}

/**
 * Tries a failed remote again with a fresh registry: the part may have moved to another version meanwhile.
 * @param pressed a person asks for it: only then is one tried that was put aside.
 */
export async function retryRemote(name: string, pressed = false): Promise<void> {
  const key = keyOf(name, releaseOf(name));
  const state = states.get(key);
  if (state?.status !== 'failed' || (state.failure.kind === 'aside' && !pressed)) return;
  set(key, LOADING);
  await askUpkeep()
    .then((upkeep) => upkeep.retried(name, state.failure))
    .catch(() => undefined);
  states.delete(key);
  ensureRemote(name);
}

/** Forgets how a release fared, so that it is loaded anew when it is shown. */
export function forgetRemote(name: string, release: Release): void {
  states.delete(keyOf(name, release));
}

/** Starts loading a remote unless that has happened. */
export function ensureRemote(name: string): void {
  const deciding = decision(name);
  if (deciding) void deciding.then(() => ensureRemote(name));
  else if (!states.has(keyOf(name, releaseOf(name)))) void loadShown(name);
}

/** The state of the release that the page works with; undefined when nobody asked for it yet. */
export function remoteState(name: string): RemoteState | undefined {
  return states.get(keyOf(name, releaseOf(name)));
}

/** Calls back after each change; answers how to stop. */
export function onRemotes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The state of one remote; loads it when nobody has. */
export function useRemote(name: string): RemoteState {
  const release = useRegistry().registry.remotes[name];
  const key = keyOf(name, release);
  const state = useSyncExternalStore(onRemotes, () => states.get(key) ?? LOADING);
  useEffect(() => ensureRemote(name), [name, key]);
  return state;
}

/** Which remotes failed, as one text that changes only when that does: for values that depend on it. */
export function useFailedRemotes(): string {
  return useSyncExternalStore(onRemotes, () =>
    Object.keys(registry().remotes)
      .flatMap((name) => {
        const state = remoteState(name);
        return state?.status === 'failed' ? [`${name}: ${state.failure.reason}`] : [];
      })
      .join('\n'),
  );
}

/** When the connection comes back, everything that could not be reached is tried again. */
export function retryWhenOnline(target: Window = window): () => void {
  const retry = () => {
    for (const name of Object.keys(registry().remotes)) {
      const state = remoteState(name);
      if (state?.status === 'failed' && ['unreachable', 'timeout'].includes(state.failure.kind))
        void retryRemote(name);
    }
  };
  target.addEventListener('online', retry);
  return () => target.removeEventListener('online', retry);
}

/** For tests: forget every state. */
export function resetRemotes(): void {
  states.clear();
}
