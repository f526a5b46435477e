/** Knows which unsaved drafts are open, so that whatever leaves the page can ask first. */
import { createStore, type Readable } from '../state/store';

interface Draft {
  /** What would be lost, e.g. `your changes to this memory block`. */
  what: string;
}

export interface Drafts extends Readable<readonly Draft[]> {
  /** Adds a draft until the answer is called. */
  hold(what: string): () => void;
}

export function createDrafts(): Drafts {
  const state = createStore<readonly Draft[]>([]);
  return {
    get: state.get,
    subscribe: state.subscribe,
    hold(what) {
      // An object of its own, because two forms may hold the same words.
      const draft = { what };
      state.set([...state.get(), draft]);
      return () => state.set(state.get().filter((entry) => entry !== draft));
    },
  };
}
