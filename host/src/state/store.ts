/** Minimal store: one value and its listeners. Holds state that outlives components. */
import { useSyncExternalStore } from 'react';

export interface Readable<T> {
  get(): T;
  /** Subscribes to changes; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

export interface Store<T> extends Readable<T> {
  /** Listeners are not called when the value is unchanged. */
  set(next: T): void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Value of a store, in a component. Until React takes over the document's frame, a store must hold nothing that the server did not know; a
 * value stored by the browser needs its own server snapshot (`useRail`).
 */
export function useStore<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/**
 * Part of a store's value, in a component that rerenders only when this part changes. @param select must return the same result for the
 * same value.
 */
export function useStorePart<T, Part>(store: Readable<T>, select: (value: T) => Part): Part {
  const partNow = () => select(store.get());
  return useSyncExternalStore(store.subscribe, partNow, partNow);
}
