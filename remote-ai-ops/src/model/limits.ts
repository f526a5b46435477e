/** Numbers of the specification for AI operations: sizes, limits, defaults, quick picks, estimates. */

/** Maximum ids per bulk call. */
export const BATCH_SIZE = 200;

export const COMPACTION = {
  /** Blocks selected by default, unless there are fewer. */
  defaultCount: 50,
  countPicks: [10, 25, 50, 100],
  /** Minimum number of blocks for the `All` pick. */
  allAbove: 100,
  /** Number of blocks above which the dialog warns about cost. */
  costlyAbove: 50,
  defaultConcurrency: 4,
  minConcurrency: 1,
  maxConcurrency: 10,
  concurrencyPicks: [1, 2, 4, 6, 8],
  /** Concurrency from which the dialog warns about the load on the service. */
  busyFrom: 6,
  /** Duration of the compaction toast, in milliseconds. */
  toastMs: 8000,
} as const;

export const PRUNING = {
  batchSize: { default: 50, min: 1, max: 100 },
  targetCount: { default: 100, min: 0 },
  maxIterations: { default: 10, min: 1, max: 100 },
  /** Maximum characters of a reason and of a text in the table. */
  reasonLength: 50,
  contentLength: 100,
} as const;

/** Affected blocks listed on a suggestion card. */
export const CARD_BLOCKS = 5;

/** Estimated minutes of a bulk compaction, by the formula of the specification. */
export function estimatedMinutes(count: number, concurrency: number): { from: number; to: number } {
  return { from: Math.ceil(count / concurrency / 10), to: Math.ceil(count / concurrency / 5) };
}

const ESTIMATE = { msPerBlock: 2000, minMs: 15_000, maxPercent: 95 };

/** Estimated progress of a bulk operation, by the formula of the specification; never reaches 100. */
export function estimatedPercent(count: number, elapsedMs: number): number {
  const expected = Math.max(count * ESTIMATE.msPerBlock, ESTIMATE.minMs);
  return Math.min(ESTIMATE.maxPercent, Math.floor((elapsedMs / expected) * 100));
}
