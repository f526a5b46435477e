/** Splits long lists of ids into batches and reads the results of a batch. */
import { BATCH_SIZE } from './limits';

/** Batches of at most 200 distinct items. */
export function splitIntoBatches<T>(items: readonly T[], size = BATCH_SIZE): T[][] {
  const distinct = [...new Set(items)];
  return Array.from({ length: Math.ceil(distinct.length / size) }, (_, index) =>
    distinct.slice(index * size, (index + 1) * size),
  );
}

/** A memory that could not be processed, with the reason. */
export interface Failure {
  id: string;
  reason: string;
}

/** The result of one step, e.g. of one memory. */
export type ResultRow = Record<string, unknown>;

export const readId = (row: ResultRow): string => String(row['memory_block_id'] ?? '');

/** Results of individual steps, split into successes and failures. */
export interface Outcome {
  rows: ResultRow[];
  failures: Failure[];
}

export const NO_OUTCOME: Outcome = { rows: [], failures: [] };

const NO_REASON = 'The service did not give a reason.';

/** Splits results into successes and failures. */
export function countOutcome(results: readonly ResultRow[]): Outcome {
  const failed = results.filter((row) => row['success'] === false);
  return {
    rows: results.filter((row) => row['success'] !== false),
    failures: failed.map((row) => ({ id: readId(row), reason: String(row['error'] ?? NO_REASON) })),
  };
}

export const addOutcomes = (a: Outcome, b: Outcome): Outcome => ({
  rows: [...a.rows, ...b.rows],
  failures: [...a.failures, ...b.failures],
});
