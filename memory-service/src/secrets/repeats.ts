/** Finds known secrets where no name gives them away. */
import type { Secret } from './scanText';

/** A secret that was found: its kind, and the text itself, which must not be kept. */
export interface SecretText {
  kind: string;
  text: string;
}

/** Shorter ones than this are looked for by all that they are. */
const BEGINNING = 8;

/** Whether the text goes on as a word over this place. */
const isWithinWord = (text: string, at: number) => /\w\w/.test(text.slice(Math.max(0, at - 1), at + 1));

/** Where known secrets are in a text, in one pass over it, however many there are. */
export function repeats(text: string, known: readonly SecretText[]): Secret[] {
  if (known.length === 0) return [];
  const byBeginning = new Map<string, SecretText[]>();
  for (const secret of known) {
    const beginning = secret.text.slice(0, BEGINNING);
    const others = byBeginning.get(beginning);
    if (others) others.push(secret);
    else byBeginning.set(beginning, [secret]);
  }
  const lengths = new Set([...byBeginning.keys()].map(({ length }) => length));
  const found: Secret[] = [];
  for (let start = 0; start < text.length; start += 1) {
    for (const length of lengths)
      for (const { kind, text: secret } of byBeginning.get(text.slice(start, start + length)) ?? []) {
        const end = start + secret.length;
        if (text.startsWith(secret, start) && !isWithinWord(text, start) && !isWithinWord(text, end))
          found.push({ start, end, kind });
      }
  }
  return found;
}
