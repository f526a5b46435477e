/** The words of a search as a person wrote them. */
import { foldText } from '@hindsight/shared-contracts/rules';

/** Words of a search as the person typed them; the service names them without accents and in small letters. */
export function asTyped(words: readonly string[], search: string): string[] {
  const typed = search.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  return words.map((word) => typed.find((one) => foldText(one).lower === foldText(word).lower) ?? word);
}
