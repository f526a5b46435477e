/** Tracks unsaved drafts, so that any action that would lose one asks first; also holds the open question. */
import { createStore, type Readable } from '../state/store';

export interface Draft {
  /** What would be lost, e.g. `your changes to this memory block`. */
  what: string;
  /** Key of the overlay that holds the draft; null for the page. */
  layer: string | null;
  /** Called when the user gives up the draft. */
  discard?: (() => void) | undefined;
}

/** Lists the possible losses without duplicates, e.g. `your description of the issue and the name of the token`. */
export function describeLosses(drafts: readonly Draft[]): string {
  return new Intl.ListFormat('en').format([...new Set(drafts.map(({ what }) => what))]);
}

export interface Question {
  drafts: readonly Draft[];
  answer(letGo: boolean): void;
}

export interface Drafts extends Readable<readonly Draft[]> {
  /** Registers a draft; returns a function that removes it. */
  hold(what: string, layer?: string | null, discard?: () => void): () => void;
  /** Discards all drafts without asking, because the user has just confirmed. */
  discardAll(): void;
  /** Question on screen, or null. */
  question: Readable<Question | null>;
  /** Number of times that drafts were discarded while their page stayed open; the page is then rebuilt. */
  thrownAway: Readable<number>;
  /**
   * Resolves to whether to proceed: at once when nothing would be lost, else as the user decides. A second question while one is open
   * resolves to false.
   * @param isLost drafts that the step would lose; all by default.
   */
  mayLose(isLost?: (draft: Draft) => boolean): Promise<boolean>;
  /** Like `mayLose`, for a step that keeps the page open, e.g. another workspace: discarded drafts have to leave the screen. */
  mayLoseInPlace(): Promise<boolean>;
}

export function createDrafts(): Drafts {
  const state = createStore<readonly Draft[]>([]);
  const question = createStore<Question | null>(null);
  const thrownAway = createStore(0);

  /** Removes drafts from the list first, because discarding one may release it. */
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
      // A separate object per draft, because two forms may have equal texts.
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
