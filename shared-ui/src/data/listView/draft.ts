/** Edits in the controls of a list that are not in the URL yet. */
import { useState, useSyncExternalStore } from 'react';

/** Edits stored outside the page's state: typing rerenders only its control, not the page. */
export interface Edits<Change> {
  get(): Change;
  set(next: Change): void;
  /** Calls back after each edit; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

function createEdits<Change>(nothing: Change): Edits<Change> {
  let now = nothing;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set(next) {
      now = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @param nothing the value without edits. @returns the edits, and a function that resets them. */
export function useEdits<Change>(nothing: Change): [Edits<Change>, () => void] {
  const [edits, setEdits] = useState(() => createEdits(nothing));
  return [edits, () => setEdits(createEdits(nothing))];
}

/** Value shown by the control of one parameter: the pending edit, or else the value of the list's view. */
export function useDraft<View extends object, Name extends keyof View>(
  { view, edits }: { view: View; edits: Edits<Partial<View>> },
  name: Name,
): View[Name] {
  const typed = useSyncExternalStore(edits.subscribe, () => edits.get()[name]);
  return typed === undefined ? view[name] : typed;
}
