/** Splits long lists of ids, and adds up what became of them. */
import { fields, firstText, numberOr, UnexpectedAnswerError } from '@hindsight/shared-contracts/api/client';
import { BATCH_SIZE } from './limits';

/** Parts of at most 200, each id once. */
export function batchesOf<T>(items: readonly T[], size = BATCH_SIZE): T[][] {
  const distinct = [...new Set(items)];
  return Array.from({ length: Math.ceil(distinct.length / size) }, (_, index) =>
    distinct.slice(index * size, (index + 1) * size),
  );
}

/** One block that a run could not do, and why. */
export interface Failure {
  id: string;
  reason: string;
}

/** What became of a batch. */
export interface Tally {
  succeeded: number;
  failed: number;
  failures: Failure[];
  /** Rows of the blocks that went well, as the service sent them. */
  rows: Record<string, unknown>[];
  /** The service's own sentence, where it sent one. */
  message?: string;
}

export const EMPTY_TALLY: Tally = { succeeded: 0, failed: 0, failures: [], rows: [] };

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, one) => ({
      succeeded: sum.succeeded + one.succeeded,
      failed: sum.failed + one.failed,
      failures: [...sum.failures, ...one.failures],
      rows: [...sum.rows, ...one.rows],
      ...(one.message && { message: one.message }),
    }),
    EMPTY_TALLY,
  );
}

/** A batch that failed as a whole. */
export function lostTally(ids: readonly string[], reason: string): Tally {
  const failures = ids.map((id) => ({ id, reason }));
  return { ...EMPTY_TALLY, failed: failures.length, failures };
}

const SILENT = 'The service did not say why.';

/**
 * Reads outcomes of single blocks (`results` of a job or of a bulk call, or `suggestions`).
 * Asked ids without a row count as failed, because some services leave them out.
 */
export function tallyOf(rows: readonly unknown[], asked: readonly string[]): Tally {
  const read = rows.map(fields);
  const good = read.filter(
    (row) =>
      row['success'] === true || (row['success'] !== false && firstText(row['memory_block_id']) !== ''),
  );
  const failures = read
    .filter((row) => row['success'] === false)
    .map((row) => ({
      id: firstText(row['memory_block_id']),
      reason: firstText(row['error'], row['message'], SILENT),
    }));
  const told = new Set(
    [...good.map((row) => firstText(row['memory_block_id'])), ...failures.map(({ id }) => id)].map((id) =>
      id.toLowerCase(),
    ),
  );
  const untold = asked.filter((id) => !told.has(id.toLowerCase())).map((id) => ({ id, reason: SILENT }));
  const all = [...failures, ...untold];
  return { succeeded: good.length, failed: all.length, failures: all, rows: good };
}

/**
 * Reads what a finished search for similar memories found: a row for each new suggestion, or only the service's sentence.
 * @throws UnexpectedAnswerError for an answer that holds neither.
 */
export function readTriggerAnswer(answer: unknown): Tally {
  const body = fields(answer);
  const made = numberOr(body['suggestions_created'], null);
  const message = firstText(body['message']);
  if (made === null && message === '') throw new UnexpectedAnswerError(200, JSON.stringify(answer) ?? '');
  const rows = Array.from({ length: made ?? 0 }, () => ({ suggestion_id: true }));
  return {
    ...EMPTY_TALLY,
    succeeded: rows.length,
    rows,
    ...(made === null && { message }),
  };
}

/** Reads the answer of a bulk call that did its work at once. */
export function readBulkAnswer(answer: unknown, asked: readonly string[]): Tally {
  const body = fields(answer);
  const list = [body['results'], body['suggestions']].find(Array.isArray) as unknown[] | undefined;
  if (list) return tallyOf(list, asked);
  const succeeded = numberOr(body['successful_count'], 0);
  const failed = numberOr(body['failed_count'], asked.length - succeeded);
  return { succeeded, failed, failures: [], rows: [] };
}
