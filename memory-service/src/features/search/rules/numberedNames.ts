/** Names identified by their number: a memory about OPS-4471 does not answer a question about OPS-9999. */
import { indexedName } from '../../../platform/text/rules/words';

/** Hyphenated parts, the last one a number. A shorter number is often a version, and python-3 is about Python too. */
const NUMBERED =
  /(?<![\p{L}\p{N}\-_./:@])([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)-(\p{N}{3,})(?![-_./:@]?[\p{L}\p{N}])/gu;

/** The lower-case words of a text that occur only within a numbered name of which neither the whole nor the number is known. */
export function partsOfUnknownNames(text: string, isKnown: (term: string) => boolean): Set<string> {
  const parts = new Set<string>();
  const rest = text.replace(NUMBERED, (name: string, before: string, number: string) => {
    if (isKnown(number) || isKnown(indexedName(name))) return name;
    for (const part of before.toLowerCase().split('-')) parts.add(part);
    return ' ';
  });
  for (const word of rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) parts.delete(word);
  return parts;
}
