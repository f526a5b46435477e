/** A text as words are found in it, with the way back to the places in the text itself. */
import { foldLetters, type ResizedLetters } from './letters';

export interface FoldedText {
  /** Without accents, marks and ligatures, its capitals kept. */
  letters: string;
  /** The same in lower case. */
  lower: string;
  /** Where the letter at a place of these begins in the given text. */
  startOffset: (at: number) => number;
  /** Where the letter before a place of these ends in the given text. */
  endOffset: (at: number) => number;
}

/** Begin and end, in the given text, of what each letter is made of. */
function mapPlaces(length: number, resized: readonly ResizedLetters[]): { starts: number[]; ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  let from = 0;
  for (const { start, given, folded } of [...resized, { start: length, given: 0, folded: 0 }]) {
    for (; from < start; from += 1) {
      starts.push(from);
      ends.push(from + 1);
    }
    from = start + given;
    for (let letter = 0; letter < folded; letter += 1) {
      starts.push(start);
      ends.push(from);
    }
  }
  return { starts, ends };
}

const same = (at: number) => at;

/** Folds a text as the database does before it looks for words. */
export function foldText(text: string): FoldedText {
  const resized: ResizedLetters[] = [];
  const letters = foldLetters(text, (one) => resized.push(one));
  // At the end of a word JavaScript makes another small sigma than the database.
  const lower = letters.toLowerCase().replaceAll('ς', 'σ');
  if (resized.length === 0) return { letters, lower, startOffset: same, endOffset: same };
  const { starts, ends } = mapPlaces(text.length, resized);
  return {
    letters,
    lower,
    startOffset: (at) => starts[at] ?? text.length,
    endOffset: (at) => ends[at - 1] ?? 0,
  };
}
