/** Names that contain a search by their letters: capitals, accents and ligatures do not matter, nor whether letters came in parts. */
import { foldText } from './foldedText';

/** Whether any of some texts contains what is searched for, which no sign in it changes. An empty search is in every text. */
export function nameFinder(search: string): (...texts: readonly string[]) => boolean {
  const wanted = foldText(search.trim()).lower;
  return (...texts) => texts.some((text) => foldText(text).lower.includes(wanted));
}
