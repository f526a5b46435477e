/** Text folded for word matching, with a mapping back to offsets in the original. */
import { foldLetters, type ResizedLetters } from './letters';

export interface FoldedText {
  /** Without accents, marks and ligatures; case is kept. */
  letters: string;
  /** `letters` in lower case. */
  lower: string;
  /** Maps an offset in the folded text to the start of that letter in the original. */
  startOffset: (at: number) => number;
  /** Maps an offset in the folded text to the end of the preceding letter in the original. */
  endOffset: (at: number) => number;
}

/** Start and end in the original text of each folded letter. */
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

/** Folds a text the way the database does before it matches words. */
export function foldText(text: string): FoldedText {
  const resized: ResizedLetters[] = [];
  const letters = foldLetters(text, (one) => resized.push(one));
  // JavaScript lowercases a final capital sigma to ς, unlike the database.
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
