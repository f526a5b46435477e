/** Substring search in names that ignores case, accents, ligatures and Unicode composition. */
import { foldText } from './foldedText';

/** Returns a predicate: whether any text contains the search, taken literally. An empty search matches everything. */
export function nameFinder(search: string): (...texts: readonly string[]) => boolean {
  const wanted = foldText(search.trim()).lower;
  return (...texts) => texts.some((text) => foldText(text).lower.includes(wanted));
}
