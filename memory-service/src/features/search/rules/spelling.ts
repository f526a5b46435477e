/** Words that are one typo away from another. */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Shorter words have too many neighbors to guess; longer ones are not words. */
const CORRECTABLE = { least: 4, most: 40 } as const;

/** Whether a typo in this word can be guessed. */
export const isCorrectable = (word: string): boolean =>
  word.length >= CORRECTABLE.least && word.length <= CORRECTABLE.most;

/** Digits are never typos: another number is another thing. */
const keepDigits = (word: string) => word.replace(/\P{N}/gu, '');

/** Every string that one inserted, missing, wrong or swapped letter makes of `word`; a few hundred. */
export function spellingVariants(word: string): string[] {
  const letters = [...word];
  const alphabet = [...new Set([...LETTERS, ...letters])];
  const found = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const before = letters.slice(0, at).join('');
    const after = letters.slice(at).join('');
    for (const letter of alphabet) found.add(before + letter + after);
    if (at === letters.length) break;
    const rest = letters.slice(at + 1).join('');
    found.add(before + rest);
    for (const letter of alphabet) found.add(before + letter + rest);
    const [here = '', next] = letters.slice(at);
    if (next !== undefined) found.add(before + next + here + letters.slice(at + 2).join(''));
  }
  found.delete(word);
  const digits = keepDigits(word);
  return digits === '' ? [...found] : [...found].filter((near) => keepDigits(near) === digits);
}
