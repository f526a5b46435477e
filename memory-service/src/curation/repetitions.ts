/** Finds sentences that say what another one says, by their form as `statementOf` gives it. */
import { isNegated } from './cautions';

/** Words that turn a statement round or limit it; `t` is what is left of “don’t”. */
const TURNING = new Set(
  'myth wrong false hypothesis guess assumption allegedly supposedly maybe perhaps might not no never nor neither none nothing without cannot t except unless only until if when while before after than but'.split(
    ' ',
  ),
);
/** Words that a sentence may have more than one that says the same. */
const MORE_WORDS = 2;
/** Something that is no word and may turn a statement round, such as `!=` or ❌; dashes do not. */
const isSign = (word: string): boolean => !/[\p{L}\p{N}]/u.test(word) && !/^[-–—]+$/.test(word);

/** Has the longer sentence all words of the shorter one in their order, and but a few others that change nothing? */
export function says(words: readonly string[], wanted: readonly string[]): boolean {
  if (words.length < wanted.length || words.length - wanted.length > MORE_WORDS) return false;
  const more: string[] = [];
  let found = 0;
  for (const word of words) {
    if (word === wanted[found]) found += 1;
    else more.push(word);
  }
  return (
    found === wanted.length && !more.some((word) => TURNING.has(word) || /\d/.test(word) || isSign(word))
  );
}

/** Words that near-copies share at least. */
const SHARED = 3;

/** The words of a sentence, once each and without numbers. */
export const wordsOf = (sentence: string): ReadonlySet<string> =>
  new Set(sentence.replace(/\p{N}+(?:[.,:]\p{N}+)*/gu, '').match(/[\p{L}\p{M}]+/gu));

/** Do two sentences of these words differ in nothing but numbers and a word, as the lines of a list do? Not where the word turns one of them round. */
export function isNearCopy(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const longest = Math.max(a.size, b.size);
  if (longest - Math.min(a.size, b.size) > 1) return false;
  const shared = [...a].filter((word) => b.has(word)).length;
  if (shared < SHARED || longest - shared > 1) return false;
  const differing = [...a, ...b].filter((word) => !(a.has(word) && b.has(word)));
  return !differing.some((word) => TURNING.has(word) || isNegated(word));
}
