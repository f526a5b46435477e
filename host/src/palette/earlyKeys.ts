/** What the keys pressed before the palette had the focus amount to. */

/** The state of the palette after some keys. */
export interface Typed {
  query: string;
  /** Steps down the list since the last letter. */
  steps: number;
  /** Enter was pressed; later keys have no effect. */
  isChosen: boolean;
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Whether a key belongs to the palette; the others keep their meaning. */
export const isPaletteKey = (key: string): boolean =>
  [...key].length === 1 || key in STEPS || key === 'Backspace' || key === 'Enter';

/** Plays the keys in their order. */
export function typedBy(keys: readonly string[]): Typed {
  return keys.reduce<Typed>(
    ({ query, steps, isChosen }, key) => {
      if (isChosen || key === 'Enter') return { query, steps, isChosen: true };
      if (key in STEPS) return { query, steps: steps + (STEPS[key] ?? 0), isChosen };
      return { query: key === 'Backspace' ? query.slice(0, -1) : query + key, steps: 0, isChosen };
    },
    { query: '', steps: 0, isChosen: false },
  );
}
