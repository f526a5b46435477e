/** How good a ranking is: the usual measures over questions with known answers. */

/** A question, and the ids of what answers it. */
export interface Judged {
  text: string;
  relevant: readonly string[];
}

export interface Quality {
  /** Normalized discounted cumulative gain of the first ten. */
  ndcg: number;
  /** Share of the answers that are among the first ten, and among the first five. */
  recallAt10: number;
  recallAt5: number;
  /** Mean of one divided by the place of the first answer among ten. */
  mrr: number;
  /** Questions without any hit. */
  empty: number;
}

const gain = (place: number) => 1 / Math.log2(place + 2);

/** Asks every question, one after another. `search` answers ids, best first. */
export async function qualityOf(
  questions: readonly Judged[],
  search: (text: string) => Promise<readonly string[]>,
): Promise<Quality> {
  const sum = { ndcg: 0, recallAt10: 0, recallAt5: 0, mrr: 0, empty: 0 };
  for (const { text, relevant } of questions) {
    const right = new Set(relevant);
    const hits = (await search(text)).slice(0, 10);
    const places = hits.flatMap((id, place) => (right.has(id) ? [place] : []));
    const ideal = relevant.slice(0, 10).reduce((total, _, place) => total + gain(place), 0);
    sum.ndcg += places.reduce((total, place) => total + gain(place), 0) / ideal;
    sum.recallAt10 += places.length / right.size;
    sum.recallAt5 += places.filter((place) => place < 5).length / right.size;
    sum.mrr += places.length > 0 ? 1 / ((places[0] ?? 0) + 1) : 0;
    if (hits.length === 0) sum.empty += 1;
  }
  const mean = (total: number) => total / questions.length;
  return {
    ndcg: mean(sum.ndcg),
    recallAt10: mean(sum.recallAt10),
    recallAt5: mean(sum.recallAt5),
    mrr: mean(sum.mrr),
    empty: sum.empty,
  };
}
