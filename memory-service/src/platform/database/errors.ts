/** Recognizes failures of the database that a rule expects. */

/** The number that Citus gives to a part of a table, and to its constraints. */
const PART = /_\d{6,}$/;

/** What a worker of Citus refuses names its constraint in the message alone. */
function readConstraint(error: Error): string | undefined {
  const { constraint } = error as { constraint?: string };
  return (constraint ?? /unique constraint "([^"]+)"/.exec(error.message)?.[1])?.replace(PART, '');
}

/** SQLSTATEs and constraints of an error, wherever the layers have put them. */
function* collectFailures(error: unknown): Generator<{ code: string; constraint?: string }> {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const { code } = current as { code?: string };
    const constraint = readConstraint(current);
    if (code !== undefined) yield { code, ...(constraint !== undefined && { constraint }) };
    current = current.cause;
  }
}

/** The SQLSTATE of a disk without room. */
const DISK_FULL = '53100';

/** A write was not begun, because the disk has no room for it. */
export class DiskFull extends Error {
  override name = 'DiskFull';
  override message = 'The disk has too little room for a write.';
  readonly code = DISK_FULL;
}

/** Whether the disk has no space for what a write adds. */
export const isDiskFull = (code: string): boolean => code === DISK_FULL;

/** The name of the unique constraint or index that a write ran into; else undefined. */
export function violatedUnique(error: unknown): string | undefined {
  for (const { code, constraint } of collectFailures(error)) if (code === '23505') return constraint ?? '';
  return undefined;
}

const matchesError = (error: unknown, pattern: RegExp): boolean =>
  [...collectFailures(error)].some(({ code }) => pattern.test(code));

/** Whether a write failed because other rows still refer to what it removes. */
export const isReferenced = (error: unknown): boolean => matchesError(error, /^(?:23503|23001)$/);

/** Whether a write failed because of the values themselves, so that it would fail again. */
export const isAboutData = (error: unknown): boolean => matchesError(error, /^2[23]...$/);

/** Whether the database cancelled a statement. Nothing but its time limit cancels one of ours. */
export const isCanceled = (error: unknown): boolean => matchesError(error, /^57014$/);

/** Whether a statement was refused only because an earlier one in its transaction had failed. */
export const isAborted = (error: unknown): boolean => matchesError(error, /^25P02$/);

/** The plan that a connection keeps no longer fits its table, e.g. after a restore: the statement has to be prepared again. */
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

/** What the driver says without a code, and Citus with a vague one when it loses a worker or is killed. */
const LOST =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|server closed the connection|terminating connection|connection marked as essential|failed to COPY to shard|postmaster was shut down/;
/** An internal error, and one of input or output. */
const VAGUE = new Set([undefined, 'XX000', '58030']);

/** SQLSTATE or system code of a failed query, wherever the layers have put it. */
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

/** Whether a code means that the server cannot be reached. Class 08: connection lost; class 57P: it shuts down or starts. */
export const isUnreachable = (code: string): boolean =>
  UNREACHABLE.has(code) || code.startsWith('08') || code.startsWith('57P');

/** Whether Citus met a connection to a worker that is closed, e.g. since that was started again; it makes another one next time. */
export const isLostWorker = (error: unknown): boolean =>
  matchesError(error, /^(?:08006|57P01|58030|XX000)$/) && LOST.test(refusalReason(error));

/** Whether a read failed for a reason that only a standby has. 40001: it had to replay what deletes the rows that were read. */
export function isStandbyFailure(error: unknown): boolean {
  const code = databaseCode(error);
  return code !== undefined && (code === '40001' || isUnreachable(code));
}

/** Why the database refused, in its own words: the layers above repeat the statement in place of the reason. */
export function refusalReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return refusalReason(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message || error.name : refusalReason(error.cause);
}

/** The only row of a statement that always returns one. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always returns a row returned none.');
  return row;
}
