/** Knows which unsaved drafts are open, so that whatever would lose one asks first; and holds the question meanwhile. */
import { createStore, type Readable } from '../state/store';

export interface Draft {
  /** What would be lost, e.g. `your changes to this memory block`. */
  what: string;
  /** Key of the overlay that holds it; null for the page. */
  layer: string | null;
  /** Called when the person lets it go. */
  discard?: (() => void) | undefined;
}

/** What would be lost, each thing once, e.g. `your description of the issue and the name of the token`. */
export function describeLosses(drafts: readonly Draft[]): string {
  return new Intl.ListFormat('en').format([...new Set(drafts.map(({ what }) => what))]);
}

export interface Question {
  drafts: readonly Draft[];
  answer(letGo: boolean): void;
}

export interface Drafts extends Readable<readonly Draft[]> {
  /** Adds a draft until the answer is called. */
  hold(what: string, layer?: string | null, discard?: () => void): () => void;
  /** Lets every draft go without a question: the person has just been asked. */
  discardAll(): void;
  /** The question on screen, or null. */
  question: Readable<Question | null>;
  /** How often drafts were discarded while their page stays; the page is then rebuilt. */
  thrownAway: Readable<number>;
  /**
   * Whether one may go on: at once when nothing would be lost, else as the person decides. A second question while one
   * is open is answered with no.
   * @param isLost which drafts the step would lose; all when absent.
   */
  mayLose(isLost?: (draft: Draft) => boolean): Promise<boolean>;
  /** The same for a step that leaves the page standing, e.g. another workspace: a thrown-away draft must leave the screen. */
  mayLoseInPlace(): Promise<boolean>;
}

export function createDrafts(): Drafts {
  const state = createStore<readonly Draft[]>([]);
  const question = createStore<Question | null>(null);
  const thrownAway = createStore(0);

  /** Takes them off the list first: discarding one may release it. */
  function discard(lost: readonly Draft[]): void {
    state.set(state.get().filter((draft) => !lost.includes(draft)));
    lost.forEach((draft) => draft.discard?.());
  }

  async function mayLose(isLost: (draft: Draft) => boolean = () => true): Promise<boolean> {
    const drafts = state.get().filter(isLost);
    if (drafts.length === 0) return true;
    if (question.get()) return false;
    const letGo = await new Promise<boolean>((answer) => question.set({ drafts, answer }));
    question.set(null);
    if (letGo) discard(drafts);
    return letGo;
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    discardAll: () => discard(state.get()),
    question,
    thrownAway,
    hold(what, layer = null, discard) {
      // An object of its own, because two forms may hold the same words.
      const draft = { what, layer, discard };
      state.set([...state.get(), draft]);
      return () => {
        if (state.get().includes(draft)) state.set(state.get().filter((entry) => entry !== draft));
      };
    },
    mayLose,
    async mayLoseInPlace() {
      const held = state.get().length > 0;
      const letGo = await mayLose();
      if (letGo && held) thrownAway.set(thrownAway.get() + 1);
      return letGo;
    },
  };
}
