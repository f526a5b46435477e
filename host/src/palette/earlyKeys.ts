/** What the keys pressed before the palette had the focus amount to. */

/** The state of the palette after some keys. */
export interface Typed {
  query: string;
  /** Steps down the list since the last letter. */
  steps: number;
  /** Enter was pressed; later keys have no effect. */
  isChosen: boolean;
}

/** Ctrl or Cmd with K: opens the palette anywhere. */
export function isPaletteShortcut(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  return (ctrlKey || metaKey) && !altKey && !shiftKey && event.key.toLowerCase() === 'k';
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Whether a press belongs to the palette: a letter, a step, Enter or Escape. The others, and shortcuts, keep their meaning. */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing) return false;
  return [...key].length === 1 || key in STEPS || ['Backspace', 'Enter', 'Escape'].includes(key);
}

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
