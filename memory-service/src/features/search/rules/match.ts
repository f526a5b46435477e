/** How well a hit answers its question, whatever the other hits are: by the share of the question that its words answer, and by meaning. */
import type { Match } from '@hindsight/shared-contracts/api';

export interface Evidence {
  /** Share of the question, in weights of words, that the hit has (`coverageBy`). */
  coverage: number;
  /** Similarity of the vectors above that of texts which have nothing in common (`likenessOf`); undefined where meaning could not be asked. */
  likeness: number | undefined;
}

/**
 * Where a match is likely: by its words, by its meaning, or by a little of both. Set on the even half of the judged questions of `pnpm bench
 * search`, with its encoder.
 */
const LIKELY = { coverage: 0.45, likeness: 0.55, both: { coverage: 0.15, likeness: 0.35 } } as const;
/** So many times what makes a match likely makes it strong. */
const STRONG = 1.5;

const onWire = (evidence: number) => evidence / (1 + evidence);
const LEAST = { weak: 0, likely: onWire(1), strong: onWire(STRONG) } as const;

/** An absolute score from 0 to 1, and its word. */
export function matchBy({ coverage, likeness }: Evidence): Match {
  const { both } = LIKELY;
  // Words alone cannot tell a paraphrase from something else, so a few have to do.
  if (likeness === undefined) return matchBy({ coverage: coverage * 2, likeness: 0 });
  const evidence = Math.max(
    0,
    coverage / LIKELY.coverage,
    likeness / LIKELY.likeness,
    Math.min(coverage / both.coverage, likeness / both.likeness, 1),
  );
  const score = onWire(evidence);
  return { score, strength: score >= LEAST.strong ? 'strong' : score >= LEAST.likely ? 'likely' : 'weak' };
}

/** Is a match at least this strong? */
export const isAtLeast = ({ score }: Match, least: Match['strength']): boolean => score >= LEAST[least];

/** Sentences about different things. */
export const UNRELATED = [
  'The weather in the mountains changes quickly.',
  'She plays the violin in a small orchestra.',
  'A recipe for soup with potatoes and leeks.',
  'The museum opens at ten on Sundays.',
  'Two teams met in the final of the tournament.',
  'The train to the coast was late again.',
  'Children learn to read at the age of six.',
  'He repaired the bicycle in the afternoon.',
] as const;

/** Of a model that calls everything alike some of the range is left. */
const MOST_UNRELATED = 0.9;

/**
 * How similar a model finds texts that have nothing in common: some give them 0.1, some 0.7.
 * @param unrelated the model's vectors of `UNRELATED`, of length 1.
 */
export function baseSimilarity(unrelated: readonly (readonly number[])[]): number {
  const similarities = unrelated.flatMap((one, at) =>
    unrelated.slice(at + 1).map((other) => one.reduce((sum, value, n) => sum + value * (other[n] ?? 0), 0)),
  );
  const mean = similarities.reduce((sum, value) => sum + value, 0) / Math.max(1, similarities.length);
  return Math.min(MOST_UNRELATED, mean);
}

/** What a similarity means, whatever the model. */
export const toSimilarity = (similarity: number, base: number): number =>
  Math.max(0, (similarity - base) / (1 - base));
