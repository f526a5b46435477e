/** The numbers of the specification for AI operations: sizes, limits, defaults, quick picks, estimates. */

/** Ids that one bulk call carries. */
export const BATCH_SIZE = 200;

export const COMPACTION = {
  /** Blocks that are chosen at first, unless there are fewer. */
  defaultCount: 50,
  countPicks: [10, 25, 50, 100],
  /** From this many blocks on, `All` is offered beside the picks. */
  allAbove: 100,
  /** Above this many blocks the dialog warns of what it may cost. */
  costlyAbove: 50,
  defaultConcurrency: 4,
  minConcurrency: 1,
  maxConcurrency: 10,
  concurrencyPicks: [1, 2, 4, 6, 8],
  /** From here on the dialog warns of what so many at once may do to the service. */
  busyFrom: 6,
  /** Milliseconds that the toast of a compaction stays. */
  toastMs: 8000,
} as const;

export const PRUNING = {
  batchSize: { default: 50, min: 1, max: 100 },
  targetCount: { default: 100, min: 0 },
  maxIterations: { default: 10, min: 1, max: 100 },
  /** Characters of a reason and of a text in the table. */
  reasonLength: 50,
  contentLength: 100,
} as const;

/** Affected blocks that a suggestion card names. */
export const CARD_BLOCKS = 5;

/** Minutes that a compaction of many blocks may take, as the specification estimates it. */
export function estimatedMinutes(count: number, concurrency: number): { from: number; to: number } {
  return { from: Math.ceil(count / concurrency / 10), to: Math.ceil(count / concurrency / 5) };
}

const ESTIMATE = { msPerBlock: 2000, minMs: 15_000, maxPercent: 95 };

/** The specification's estimate of the progress of a bulk operation; it never claims the end. */
export function estimatedPercent(count: number, elapsedMs: number): number {
  const expected = Math.max(count * ESTIMATE.msPerBlock, ESTIMATE.minMs);
  return Math.min(ESTIMATE.maxPercent, Math.floor((elapsedMs / expected) * 100));
}
