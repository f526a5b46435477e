/** The smallest store: one value and its listeners. State that outlives components lives in these. */
import { useSyncExternalStore } from 'react';

export interface Readable<T> {
  get(): T;
  /** Calls back after each change; returns how to stop. */
  subscribe(listener: () => void): () => void;
}

export interface Store<T> extends Readable<T> {
  /** Listeners are not called when the value stays the same. */
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
 * The value of a store, in a component. Nothing that the server did not know may change a store before the document's frame is taken over;
 * a value that the browser keeps needs a snapshot of its own (`useRail`).
 */
export function useStore<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** A part of the value of a store, in a component that is not drawn again when another part changes. @param select must return the same for the same value. */
export function useStorePart<T, Part>(store: Readable<T>, select: (value: T) => Part): Part {
  const partNow = () => select(store.get());
  return useSyncExternalStore(store.subscribe, partNow, partNow);
}
