/** The passages of a block that show why a search found it. */
import type { Highlight } from '@hindsight/shared-contracts/api';
import { foldText, type FoldedText } from '@hindsight/shared-contracts/rules';
import { lowerText } from '../../../platform/text/rules/lowerText';
import { isUnspaced } from '../../../platform/text/rules/words';

/** A searched word or text. */
export interface Wanted {
  /** A prefix of the matching words, in folded letters, or the literal text in lower case. */
  text: string;
  weight: number;
  /** If true, `text` may occur anywhere; otherwise a word has to start with it. */
  isLiteral: boolean;
  /** A word has to equal this or have it as its stem; if absent, any word matches. */
  stem?: string | undefined;
}

export interface Fields {
  content: string;
  lessons_learned: string | null;
  errors: string | null;
  keywords: readonly { keyword_text: string }[];
}

/** Whether a word matches a wanted text. */
type Accepts = (wanted: Wanted, word: string) => boolean;

interface Match {
  start: number;
  end: number;
  wanted: Wanted;
}

/** Characters of one passage. */
const PASSAGE = 240;
/** Context shown before the first match of a passage. */
const LEAD = 60;
const MAX_PASSAGES = 3;
/** Maximum length of a field; the rest is not indexed either. */
export const MAX_FIELD = 100_000;
/** Maximum number of occurrences examined per text: later passages would hardly show more. */
const MAX_PLACES = 2_000;
/** Relative value of a repeated word in a passage. */
const REPEATED = 0.05;
/** Tolerance for comparing the scores of two passages. */
const ROUNDING = 1e-9;

/** What the database treats as part of a word, including the vowel signs of Hindi and Thai. */
const LETTER = /(?![ªµº])[\p{L}\p{M}\p{Nd}\p{Nl}]/u;
const UPPER = /\p{Lu}/u;
const MARK = /\p{M}/u;
/** Scripts that attach an article or a preposition to the next word. */
const PREFIXED = /[\u0590-\u06ff]/;

/** The letter before a place, skipping its combining marks. */
function letterBefore(text: string, at: number): string {
  let from = at - 1;
  while (from > 0 && MARK.test(text.charAt(from))) from -= 1;
  return text.charAt(from);
}

/** Word-part boundaries as the index splits them: at punctuation, between letters of scripts without spaces, and inside camelCase. */
function isBoundary(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at);
  if (!LETTER.test(before) || !LETTER.test(after)) return true;
  if (isUnspaced(after) || (!MARK.test(after) && isUnspaced(letterBefore(text, at)))) return true;
  if (!UPPER.test(after)) return false;
  return /\p{Ll}/u.test(before) || (/[\p{Lu}\p{Nd}]/u.test(before) && /\p{Ll}/u.test(text.charAt(at + 1)));
}

/** The first qualifying occurrences of a text. */
function placesIn(text: string, wanted: string, counts: (at: number) => boolean = () => true): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (counts(at) && places.push(at) === MAX_PLACES) break;
  }
  return places;
}

/** The words that match a wanted text, found in folded letters. */
function wordsIn(
  { letters, lower, startOffset, endOffset }: FoldedText,
  wanted: Wanted,
  accepts: Accepts,
): Match[] {
  const isWithin = PREFIXED.test(wanted.text);
  return placesIn(lower, wanted.text, (at) => isWithin || isBoundary(letters, at)).flatMap((at) => {
    let [start, end] = [at, at + wanted.text.length];
    while (start > 0 && !isBoundary(letters, start)) start -= 1;
    while (end < letters.length && !isBoundary(letters, end)) end += 1;
    return accepts(wanted, lower.slice(start, end))
      ? [{ start: startOffset(start), end: endOffset(end), wanted }]
      : [];
  });
}

function findMatches(text: string, wanted: readonly Wanted[], accepts: Accepts): Match[] {
  const literals = wanted.filter(({ text: one, isLiteral }) => isLiteral && one !== '');
  const words = wanted.filter(({ text: one, isLiteral }) => !isLiteral && one !== '');
  const lower = literals.length > 0 ? lowerText(text) : '';
  const folded = words.length > 0 ? foldText(text) : undefined;
  return [
    ...literals.flatMap((one) =>
      placesIn(lower, one.text).map((start) => ({ start, end: start + one.text.length, wanted: one })),
    ),
    ...words.flatMap((one) => (folded ? wordsIn(folded, one, accepts) : [])),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The words that start like a wanted text: candidates whose stems have to be looked up. */
export function candidateWords(fields: Fields, wanted: readonly Wanted[]): string[] {
  const words = new Set<string>();
  const collect = (_wanted: Wanted, word: string) => {
    words.add(word);
    return false;
  };
  for (const { text } of toTexts(fields)) findMatches(text, wanted, collect);
  return [...words];
}

const toTexts = (fields: Fields): { field: Highlight['field']; text: string }[] =>
  (['content', 'lessons_learned', 'errors'] as const).map((field) => ({
    field,
    text: (fields[field] ?? '').slice(0, MAX_FIELD),
  }));

/** The score of a passage: each wanted word once, plus a little for repetitions. */
function scorePassage(matches: readonly Match[]): number {
  const seen = new Set<Wanted>();
  return matches.reduce((sum, { wanted }) => {
    const share = seen.has(wanted) ? REPEATED : 1;
    seen.add(wanted);
    return sum + share * wanted.weight;
  }, 0);
}

/** The matches of the best-scoring window of a text. A sliding window: each match enters and leaves it once. */
function bestWindow(matches: readonly Match[]): Match[] {
  const inside = new Map<Wanted, number>();
  let best = { from: 0, to: 0, worth: 0 };
  let inWindow = 0;
  let to = 0;
  for (const [from, first] of matches.entries()) {
    const end = first.start + PASSAGE - LEAD;
    for (let next = matches[to]; next && next.end <= end; next = matches[(to += 1)]) {
      const count = inside.get(next.wanted) ?? 0;
      inside.set(next.wanted, count + 1);
      inWindow += next.wanted.weight * (count === 0 ? 1 : REPEATED);
    }
    if (inWindow > best.worth + ROUNDING) best = { from, to, worth: inWindow };
    if (to === from) {
      to += 1;
      continue;
    }
    const count = inside.get(first.wanted) ?? 0;
    inside.set(first.wanted, count - 1);
    inWindow -= first.wanted.weight * (count === 1 ? 1 : REPEATED);
  }
  return matches.slice(best.from, best.to);
}

/** Starts a passage at a sentence boundary shortly before the first match, or else at a word. */
function passageStart(text: string, first: number): number {
  const earliest = Math.max(0, first - LEAD);
  if (earliest === 0) return 0;
  const before = text.slice(earliest, first);
  const sentence = Math.max(before.lastIndexOf('. '), before.lastIndexOf('\n'), before.lastIndexOf('? '));
  if (sentence >= 0) return earliest + sentence + (before.charAt(sentence) === '\n' ? 1 : 2);
  const blank = before.search(/\s/);
  return blank < 0 ? earliest : earliest + blank + 1;
}

function passageEnd(text: string, start: number, last: number): number {
  const latest = Math.min(text.length, Math.max(start + PASSAGE, last));
  if (latest === text.length) return latest;
  const blank = text.slice(last, latest).search(/\s\S*$/);
  return blank < 0 ? latest : last + blank;
}

/** Drops matches within another one, such as parts of an identifier. */
function dropNestedMatches(matches: readonly Match[]): [number, number][] {
  const places: [number, number][] = [];
  for (const { start, end } of matches) {
    const last = places.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else places.push([start, end]);
  }
  return places;
}

/** The best passage of each field that matches, best first. @param stems of the words that are not their own. */
export function findHighlights(
  fields: Fields,
  wanted: readonly Wanted[],
  stems: ReadonlyMap<string, string> = new Map(),
): Highlight[] {
  const accepts: Accepts = ({ stem }, word) =>
    stem === undefined || word === stem || stems.get(word) === stem;
  const passages = toTexts(fields).flatMap(({ field, text }) => {
    const matches = bestWindow(findMatches(text, wanted, accepts));
    const [first] = matches;
    if (!first) return [];
    const offset = passageStart(text, first.start);
    const end = passageEnd(text, offset, Math.max(...matches.map((match) => match.end)));
    const places = dropNestedMatches(matches).map(([from, to]): [number, number] => [
      from - offset,
      to - offset,
    ]);
    return [
      {
        worth: scorePassage(matches),
        highlight: { field, offset, text: text.slice(offset, end), matches: places },
      },
    ];
  });
  const keywords = fields.keywords.flatMap(({ keyword_text: text }) => {
    const matches = findMatches(text, wanted, accepts);
    if (matches.length === 0) return [];
    const highlight = { field: 'keywords' as const, offset: 0, text, matches: dropNestedMatches(matches) };
    // A match in the text is worth more than one in a keyword.
    return [{ worth: scorePassage(matches) / 2, highlight }];
  });
  return [...passages, ...keywords]
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MAX_PASSAGES)
    .map(({ highlight }) => highlight);
}
