/** Textbook BM25, as the baseline for rankings. */

export const splitWords = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/**
 * Indexes the texts.
 * @returns a search function for the ids of the ten best.
 * @param toTerms the terms of a text: plain words by default, or stems.
 */
export function bm25(
  documents: readonly { id: string; text: string }[],
  toTerms = splitWords,
): (query: string) => string[] {
  const postings = new Map<string, Map<number, number>>();
  const lengths = documents.map(({ text }, at) => {
    const words = toTerms(text);
    for (const word of words) {
      const counts = postings.get(word) ?? new Map<number, number>();
      counts.set(at, (counts.get(at) ?? 0) + 1);
      postings.set(word, counts);
    }
    return words.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return (query) => {
    const scores = new Map<number, number>();
    for (const word of new Set(toTerms(query))) {
      const counts = postings.get(word);
      if (!counts) continue;
      const weight = Math.log(1 + (documents.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [at, count] of counts) {
        const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[at] ?? 0)) / average);
        scores.set(at, (scores.get(at) ?? 0) + (weight * count * (SATURATION + 1)) / (count + norm));
      }
    }
    return [...scores]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 10)
      .flatMap(([at]) => documents[at]?.id ?? []);
  };
}
