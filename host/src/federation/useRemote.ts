/** The state of each remote, shared by every frame and slot that shows a part of it. */
import { useEffect, useSyncExternalStore } from 'react';
import { loadRemoteModule, RemoteLoadError } from './loader';
import { openDoor } from './openDoor';
import { refreshRegistry } from './registryClient';
import type { RemoteFailure, RemoteState } from './types';

/** After this many milliseconds a load is called slow. */
export const SLOW_AFTER_MS = 4000;

const states = new Map<string, RemoteState>();
const listeners = new Set<() => void>();
const LOADING: RemoteState = { status: 'loading', slow: false };
const SLOW: RemoteState = { status: 'loading', slow: true };

function set(name: string, state: RemoteState): void {
  states.set(name, state);
  for (const listener of listeners) listener();
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

async function load(name: string): Promise<void> {
  set(name, LOADING);
  const slow = setTimeout(() => set(name, SLOW), SLOW_AFTER_MS);
  try {
    const module = await loadRemoteModule(name);
    set(name, { status: 'ready', module: openDoor(module) });
  } catch (error) {
    set(name, { status: 'failed', failure: failureOf(name, error), retry: () => void retryRemote(name) });
  } finally {
    clearTimeout(slow);
  }
}

/** Tries a failed remote again with a fresh registry: the part may have moved to another version meanwhile. */
export async function retryRemote(name: string): Promise<void> {
  if (states.get(name)?.status !== 'failed') return;
  set(name, LOADING);
  await refreshRegistry();
  await load(name);
}

/** Starts loading a remote unless that has happened. */
export function ensureRemote(name: string): void {
  if (!states.has(name)) void load(name);
}

/** Every remote that was asked for, with its state; for panels and reports. */
export function remoteStates(): ReadonlyMap<string, RemoteState> {
  return states;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The state of one remote; loads it when nobody has. */
export function useRemote(name: string): RemoteState {
  const state = useSyncExternalStore(subscribe, () => states.get(name) ?? LOADING);
  useEffect(() => ensureRemote(name), [name]);
  return state;
}

/** Which remotes failed, as one text that changes only when that does: for values that depend on it. */
export function useFailedRemotes(): string {
  return useSyncExternalStore(subscribe, () =>
    [...states]
      .flatMap(([name, state]) => (state.status === 'failed' ? [`${name}: ${state.failure.reason}`] : []))
      .join('\n'),
  );
}

/** When the connection comes back, everything that could not be reached is tried again. */
export function retryWhenOnline(target: Window = window): () => void {
  const retry = () => {
    for (const [name, state] of states) {
      if (state.status === 'failed' && ['unreachable', 'timeout'].includes(state.failure.kind))
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
