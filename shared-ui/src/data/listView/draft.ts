/** What a person types into the controls of a list, ahead of the address. */
import { useState, useSyncExternalStore } from 'react';

/** Edits that are kept outside of the page's state: a letter draws its own control again, not the page. */
export interface Edits<Change> {
  get(): Change;
  set(next: Change): void;
  /** Calls back after each edit; returns how to stop. */
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

/** @param nothing the value without an edit. @returns the edits, and how to begin again without any. */
export function useEdits<Change>(nothing: Change): [Edits<Change>, () => void] {
  const [edits, setEdits] = useState(() => createEdits(nothing));
  return [edits, () => setEdits(createEdits(nothing))];
}

/** What the control of one parameter shows: the value that was typed or chosen there, until then that of the list's view. */
export function useDraft<View extends object, Name extends keyof View>(
  { view, edits }: { view: View; edits: Edits<Partial<View>> },
  name: Name,
): View[Name] {
  const typed = useSyncExternalStore(edits.subscribe, () => edits.get()[name]);
  return typed === undefined ? view[name] : typed;
}
