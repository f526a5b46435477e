/** A word-level diff of two texts. */
import { diffArrays } from 'diff';

export interface DiffSegment {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

export interface WordChanges {
  segments: DiffSegment[];
  /** False if the texts are so large and different that lines, or the whole texts, are compared instead of words. */
  byWord: boolean;
}

/** Timeout in milliseconds of one comparison before a coarser one is tried: it blocks the page. */
const DIFF_TIMEOUT_MS = 250;

/**
 * Tokens: words, runs of whitespace, and single symbols; in scripts without spaces each character is a word. A custom pattern, because
 * `Intl.Segmenter` takes seconds for a text of 200,000 characters.
 */
const UNGAPPED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}';
const LETTERS = '\\p{L}\\p{M}\\p{N}_';
const TOKENS = new RegExp(`[${UNGAPPED}]|(?:(?![${UNGAPPED}])[${LETTERS}])+|\\s+|[^${LETTERS}\\s]`, 'gu');
const WORD = new RegExp(`^[${LETTERS}]`, 'u');

/** Splits a text into tokens; joined, they equal the text. */
function words(text: string): string[] {
  return text.match(TOKENS) ?? [];
}

function lines(text: string): string[] {
  return text.split(/(?<=\n)/);
}

const isBlank = (text: string) => text.trim() === '';

/** Merges adjacent segments of one kind; whitespace between two changes joins them, so that phrases stay whole. */
function mergeSegments(raw: readonly DiffSegment[]): DiffSegment[] {
  const result: DiffSegment[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') result.push({ kind: 'removed', text: removed });
    if (added !== '') result.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  raw.forEach((segment, index) => {
    if (segment.kind === 'removed') removed += segment.text;
    else if (segment.kind === 'added') added += segment.text;
    else {
      const between = removed !== '' && added !== '' && index < raw.length - 1;
      if (between && isBlank(segment.text)) {
        removed += segment.text;
        added += segment.text;
        return;
      }
      flush();
      const last = result.at(-1);
      if (last?.kind === 'same') last.text += segment.text;
      else result.push({ ...segment });
    }
  });
  flush();
  return result;
}

function compare(before: string[], after: string[]): DiffSegment[] | null {
  const changes = diffArrays(before, after, { timeout: DIFF_TIMEOUT_MS });
  if (!changes) return null;
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

/** Takes at most about half a second. The segments other than `added` form `before`, those other than `removed` form `after`. */
export function wordChanges(before: string, after: string): WordChanges {
  const byWords = compare(words(before), words(after));
  if (byWords) return { segments: mergeSegments(byWords), byWord: true };
  const byLines = compare(lines(before), lines(after));
  const whole: DiffSegment[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  return { segments: mergeSegments(byLines ?? whole), byWord: false };
}

/** Counts words, ignoring whitespace and symbols. */
export function countWords(text: string): number {
  return words(text).filter((word) => WORD.test(word)).length;
}
