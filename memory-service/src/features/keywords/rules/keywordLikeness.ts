/** Decides whether two keywords are spellings of the same word. Prefers missing a variant over merging different meanings. */
import type { Likeness } from '@hindsight/shared-contracts/api';

/** Quotes, brackets and punctuation around a keyword, which are ignored. `c#`, `c++` and `.net` keep theirs. */
const AROUND = /^[\s#"'`“”‘’([{<_-]+|(?<![\s"'`“”‘’)\]}>.,;:!?_-])[\s"'`“”‘’)\]}>.,;:!?_-]+$/gu;
const SEPARATORS = "[\\s_./:'’-]+";
const BETWEEN = new RegExp(`(?<=[\\p{L}\\p{N}])${SEPARATORS}(?=[\\p{L}\\p{N}])`, 'gu');

const normalizeKeyword = (text: string): string => {
  const lower = text.normalize('NFKC').toLowerCase();
  return lower.replace(AROUND, '') || lower;
};

/** Removes separators, except between digits, because 1.2 is not 12. */
const removeSeparators = (text: string): string =>
  text.replace(BETWEEN, (separator, at: number) =>
    /\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + separator.length] ?? '') ? separator : '',
  );

/** Words in s that are not the plural of the same word without it. */
const NO_PLURAL = new Set(
  `arms as atlas bus canvas chaos cors customs css dns does dos glasses goods has https ios kubernetes lens less lens macos means news nios os
  pandas physics plus polars rails redis sales sass status teams this tls vitess was windows yes`.split(
    /\s+/,
  ),
);
/** Irregular plurals. */
const IRREGULAR: Readonly<Record<string, string>> = {
  children: 'child',
  criteria: 'criterion',
  feet: 'foot',
  halves: 'half',
  knives: 'knife',
  leaves: 'leaf',
  lives: 'life',
  men: 'man',
  mice: 'mouse',
  people: 'person',
  schemata: 'schema',
  women: 'woman',
};
const SHORTEST_SINGULAR = 3;

/** Candidate singular forms of a word. */
function possibleSingulars(word: string): string[] {
  const irregular = IRREGULAR[word];
  const found = irregular === undefined ? [] : [irregular];
  const stripEnding = (ending: RegExp, instead = '') => {
    if (ending.test(word)) found.push(word.replace(ending, instead));
  };
  stripEnding(/(?<=[^aeiou])ies$/, 'y');
  stripEnding(/(?<=ss|x|z|ch|sh|us)es$/);
  stripEnding(/(?<=[^s\d])s$/);
  stripEnding(/ices$/, 'ix');
  stripEnding(/ices$/, 'ex');
  stripEnding(/(?<=[aeiouy])ses$/, 'sis');
  return found.filter((singular) => singular.length >= SHORTEST_SINGULAR);
}

function isPluralForm(plural: string, singular: string): boolean {
  const last = plural.split(new RegExp(SEPARATORS, 'u')).at(-1) ?? '';
  if (NO_PLURAL.has(last)) return false;
  return possibleSingulars(removeSeparators(plural)).includes(removeSeparators(singular));
}

/** The pair of words in which two keywords of equal word count differ; null when more than one pair does. */
function differingWords(a: string, b: string): [string, string] | null {
  const separators = new RegExp(SEPARATORS, 'u');
  const [left, right] = [a.split(separators), b.split(separators)];
  const differing = left.flatMap((word, n): [string, string][] =>
    word === right[n] ? [] : [[word, right[n] ?? '']],
  );
  return left.length === right.length && differing.length === 1 ? (differing[0] ?? null) : null;
}

type Typo = 'swapped' | 'missing' | 'wrong';

/** The single typo that turns one word into the other; null when there is none or more than one. */
function findTypo(a: string, b: string): Typo | null {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  // Changes at the start or end of a word often make another word: sync and async, worker and worked.
  if (start === 0 || end === 0) return null;
  const [left, right] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  if (left.length === 0 && right.length === 1) return 'missing';
  if (left.length === 1 && right.length === 1) return 'wrong';
  return left.length === 2 && left === [...right].reverse().join('') ? 'swapped' : null;
}

/** Minimum word length for a typo of each kind; shorter words resemble too many others. */
const SHORTEST = { swapped: 5, missing: 5, wrong: 6 } as const;

/** A keyword and how many memories have it. */
export interface UsedKeyword {
  text: string;
  memories: number;
}

/** An unknown word with at most this many memories, or a tenth of the other's, may still be a typo of the other. */
const RARE = 2;
const RARE_SHARE = 10;

/** Whether `wrong` is a typo of `right`. Never true for two dictionary words. */
async function isTypo(
  [wrong, right]: readonly [UsedKeyword, UsedKeyword],
  [wrongWord, rightWord]: readonly [string, string],
  slip: Typo,
  isWord: (word: string) => Promise<boolean>,
): Promise<boolean> {
  if (wrong.memories > right.memories || (await isWord(wrongWord))) return false;
  if (await isWord(rightWord)) return true;
  // Neither word is known, like most product names: nestjs and nextjs are different.
  return slip !== 'wrong' && wrong.memories <= Math.max(RARE, right.memories / RARE_SHARE);
}

/** How two keywords are alike, and whether `a` is the misspelled one; null when they are different words. */
export async function compareKeywords(
  a: UsedKeyword,
  b: UsedKeyword,
  isWord: (word: string) => Promise<boolean>,
): Promise<{ likeness: Likeness; isFirstWrong?: boolean } | null> {
  const [left, right] = [normalizeKeyword(a.text), normalizeKeyword(b.text)];
  if (removeSeparators(left) === removeSeparators(right)) return { likeness: 'separators' };
  if (isPluralForm(left, right) || isPluralForm(right, left)) return { likeness: 'plural' };
  const words = differingWords(left, right);
  const slip = words && findTypo(...words);
  if (!words || !slip || Math.max(...words.map(({ length }) => length)) < SHORTEST[slip]) return null;
  if (words.some((word) => !/^\p{L}+$/u.test(word))) return null;
  const [first, second] = words;
  if (await isTypo([a, b], [first, second], slip, isWord))
    return { likeness: 'spelling', isFirstWrong: true };
  if (await isTypo([b, a], [second, first], slip, isWord))
    return { likeness: 'spelling', isFirstWrong: false };
  return null;
}
