/** Classifies database errors. */

/** Shard number that Citus appends to the names of tables and constraints. */
const PART = /_\d{6,}$/;

/** Reads the violated constraint; an error from a Citus worker names it only in the message. */
function readConstraint(error: Error): string | undefined {
  const { constraint } = error as { constraint?: string };
  return (constraint ?? /unique constraint "([^"]+)"/.exec(error.message)?.[1])?.replace(PART, '');
}

/** SQLSTATEs and constraints of an error and its causes. */
function* collectFailures(error: unknown): Generator<{ code: string; constraint?: string }> {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const { code } = current as { code?: string };
    const constraint = readConstraint(current);
    if (code !== undefined) yield { code, ...(constraint !== undefined && { constraint }) };
    current = current.cause;
  }
}

/** SQLSTATE for a full disk. */
const DISK_FULL = '53100';

/** A write that was rejected up front because the disk is too full. */
export class DiskFull extends Error {
  override name = 'DiskFull';
  override message = 'Not enough disk space for a write.';
  readonly code = DISK_FULL;
}

/** Whether a code means that the disk is full. */
export const isDiskFull = (code: string): boolean => code === DISK_FULL;

/** The name of the unique constraint or index that a write violated, else undefined. */
export function violatedUnique(error: unknown): string | undefined {
  for (const { code, constraint } of collectFailures(error)) if (code === '23505') return constraint ?? '';
  return undefined;
}

const matchesError = (error: unknown, pattern: RegExp): boolean =>
  [...collectFailures(error)].some(({ code }) => pattern.test(code));

/** Whether a delete failed because other rows still reference the row. */
export const isReferenced = (error: unknown): boolean => matchesError(error, /^(?:23503|23001)$/);

/** Whether a write failed because of its values, so that a retry would fail again. */
export const isAboutData = (error: unknown): boolean => matchesError(error, /^2[23]...$/);

/** Whether the database canceled a statement. Only the time limit cancels ours. */
export const isCanceled = (error: unknown): boolean => matchesError(error, /^57014$/);

/** Whether a statement was rejected only because an earlier one in its transaction failed. */
export const isAborted = (error: unknown): boolean => matchesError(error, /^25P02$/);

/** Whether a cached plan no longer fits its table, e.g. after a restore, so the statement must be prepared again. */
export const isStalePlan = (error: unknown): boolean =>
  matchesError(error, /^0A000$/) && /cached plan/.test(refusalReason(error));

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Messages for a lost connection: the driver gives no code, and Citus a vague one when a worker is lost or the coordinator is killed. */
const LOST =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|server closed the connection|terminating connection|connection marked as essential|failed to COPY to shard|postmaster was shut down/;
/** SQLSTATEs that say nothing: internal error and I/O error. */
const VAGUE = new Set([undefined, 'XX000', '58030']);

/** SQLSTATE or system code of a failed query, from the error or one of its causes. */
export function databaseCode(error: unknown): string | undefined {
  let current = error as NodeJS.ErrnoException | undefined;
  for (let depth = 0; current && depth < 5; depth += 1) {
    const code = current.code?.startsWith('FST_') ? undefined : current.code;
    if (VAGUE.has(code) && LOST.test(current.message)) return 'ETIMEDOUT';
    if (code !== undefined) return code;
    current = current.cause as NodeJS.ErrnoException | undefined;
  }
  return undefined;
}

/** Whether a code means that the server is unreachable. Class 08: connection lost; class 57P: shutting down or starting. */
export const isUnreachable = (code: string): boolean =>
  UNREACHABLE.has(code) || code.startsWith('08') || code.startsWith('57P');

/** Whether Citus used a closed connection to a worker, e.g. after a restart of the worker; it reconnects on the next attempt. */
export const isLostWorker = (error: unknown): boolean =>
  matchesError(error, /^(?:08006|57P01|58030|XX000)$/) && LOST.test(refusalReason(error));

/** Whether a read failed for a reason specific to a standby. 40001: conflict with the replay of a deletion of the rows that were read. */
export function isStandbyFailure(error: unknown): boolean {
  const code = databaseCode(error);
  return code !== undefined && (code === '40001' || isUnreachable(code));
}

/** The database's own error message: the layers above replace it with the statement. */
export function refusalReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return refusalReason(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message || error.name : refusalReason(error.cause);
}

/** Returns the only row of a statement that always returns one. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always returns a row returned none.');
  return row;
}
