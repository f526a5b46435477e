/** How well a hit answers its question, independent of other hits: by word coverage and semantic similarity. */
import type { Match } from '@hindsight/shared-contracts/api';

export interface Evidence {
  /** Share of the question, in weights of words, that the hit has (`coverageScorer`). */
  coverage: number;
  /** Similarity above that of the workspace as a whole (`centerQuestion`); undefined if semantic search was unavailable. */
  likeness: number | undefined;
}

/**
 * Thresholds of a likely match: by its words, by its meaning, or by a little of both. Checked on both halves of the judged questions of
 * `pnpm bench search`, with its encoder.
 */
const LIKELY = { coverage: 0.45, likeness: 0.23, both: { coverage: 0.15, likeness: 0.2 } } as const;
/** A strong match exceeds the likely threshold by this factor. */
const STRONG = 1.5;

const onWire = (evidence: number) => evidence / (1 + evidence);
const LEAST = { weak: 0, likely: onWire(1), strong: onWire(STRONG) } as const;

/** An absolute score from 0 to 1, and its label. */
export function scoreMatch({ coverage, likeness }: Evidence): Match {
  const { both } = LIKELY;
  // Words alone cannot detect a paraphrase, so a lower coverage suffices.
  if (likeness === undefined) return scoreMatch({ coverage: coverage * 2, likeness: 0 });
  const evidence = Math.max(
    0,
    coverage / LIKELY.coverage,
    likeness / LIKELY.likeness,
    Math.min(coverage / both.coverage, likeness / both.likeness, 1),
  );
  const score = onWire(evidence);
  return { score, strength: score >= LEAST.strong ? 'strong' : score >= LEAST.likely ? 'likely' : 'weak' };
}

/** Whether a match is at least this strong. */
export const isAtLeast = ({ score }: Match, least: Match['strength']): boolean => score >= LEAST[least];
