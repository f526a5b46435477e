/** Reads the log of changes by positions, notes in it which sessions have ended, and deletes what is old. */
import { sql } from 'drizzle-orm';
import type { Change } from '@hindsight/shared-contracts/api';
import type { Database, Handle } from '../database/database';

/** A change with the person it belongs to, which decides who may see it and is not sent. */
export type LoggedChange = Change & { owner_user_id: string | null };

/** A place in the log: every transaction is on one side of it, however long it took. */
export interface Position {
  /** By the database's clock, in seconds. */
  at: number;
  /** `pg_snapshot` as text. */
  snapshot: string;
}

export interface ChangesUpTo {
  position: Position;
  changes: LoggedChange[];
  /** Ids of sessions that have ended. */
  endedSessions: string[];
  /** There were too many to read, or some are deleted already. */
  isIncomplete: boolean;
}

const MAX_CHANGES = 1000;
/** Shorter than what is kept, so that a position within it has missed nothing. */
const RESUMABLE_SECONDS = 50 * 60;
const DELETED_AT_ONCE = 5000;
const MAX_TRANSACTION = 2n ** 63n - 1n;

/** The position as the id of an event. */
export const positionText = ({ at, snapshot }: Position): string => `${at}-${snapshot}`;

const SESSION_ENDED = 'session-ended';

/** A row of the log: a change, or sessions that have ended, which are sent to nobody. */
type LogRow = LoggedChange | { kind: typeof SESSION_ENDED; ids: string[] };

/** `pg_snapshot` as PostgreSQL reads it: anything else would fail the query. */
function isSnapshot(text: string): boolean {
  const [xmin = '', xmax = '', running = ''] = text.split(':');
  const inOrder = [xmin, ...(running === '' ? [] : running.split(',')), xmax].map(BigInt);
  return inOrder.every((id, n) => id > 0n && id <= MAX_TRANSACTION && id >= (inOrder[n - 1] ?? 0n));
}

/** A position that a client sent back; undefined when it is none. */
export function readPosition(text: string): Position | undefined {
  const found = /^(\d{1,12})-(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19}){0,200})?)$/.exec(text);
  return found?.[1] && found[2] && isSnapshot(found[2])
    ? { at: Number(found[1]), snapshot: found[2] }
    : undefined;
}

const SINCE_POSITION = `transaction >= pg_snapshot_xmin($1::pg_snapshot)
  and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)`;
/** Only the end of the log is looked through: with more than that, everything is to be loaded again. */
const SINCE_TIME = `created_at > now() - $3 * interval '1 second'
  and id > (select coalesce(max(id), 0) - ${2 * MAX_CHANGES} from events)`;
const COLUMNS =
  'kind, visibility_scope as scope, owner_user_id, organization_id, ids, added, changed, removed';

/** A change counts by the beginning of its transaction, so a little more is read than was asked for. */
const AGE_MARGIN_SECONDS = 5;

/**
 * What was committed after `since` (a position, or so many seconds ago), up to `until` or now, each change once, and the position of
 * now. Rows of a restored copy carry transactions of another server, which the present snapshot has not seen.
 */
export async function changesSince(
  database: Database,
  since: Position | number | undefined,
  until?: Position,
): Promise<ChangesUpTo> {
  const [place, seconds] = typeof since === 'number' ? [undefined, since] : [since, undefined];
  const [row] = await database.ask<{
    at: number;
    snapshot: string;
    changes: LogRow[];
    isOfThisServer: boolean;
  }>({
    name: `changes-since-${seconds === undefined ? 'position' : 'time'}`,
    text: `select extract(epoch from now())::float8 as at, pg_current_snapshot()::text as snapshot,
      coalesce(pg_snapshot_xmax($1::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()), true) as "isOfThisServer",
      coalesce((select json_agg(found) from (
        select ${COLUMNS} from events
        where ${seconds === undefined ? SINCE_POSITION : SINCE_TIME}
          and pg_visible_in_snapshot(transaction, coalesce($2::pg_snapshot, pg_current_snapshot()))
        order by id limit ${MAX_CHANGES + 1}
      ) as found), '[]') as changes`,
    values: [
      place?.snapshot ?? null,
      until?.snapshot ?? null,
      ...(seconds === undefined ? [] : [seconds + AGE_MARGIN_SECONDS]),
    ],
  });
  if (!row) throw new Error('The database did not say where its log ends.');
  const position = { at: Math.floor(row.at), snapshot: row.snapshot };
  const isTooOld = place !== undefined && position.at - place.at > RESUMABLE_SECONDS;
  const isIncomplete = isTooOld || !row.isOfThisServer || row.changes.length > MAX_CHANGES;
  const changes = row.changes.filter((found) => found.kind !== SESSION_ENDED);
  const endedSessions = row.changes.flatMap(({ kind, ids }) => (kind === SESSION_ENDED ? ids : []));
  return { position, changes: isIncomplete ? [] : changes, endedSessions, isIncomplete };
}

/** Tells all processes that a session has ended. */
export async function noteEndedSession(handle: Handle, session: string): Promise<void> {
  await handle.execute(
    sql`insert into events (kind, ids) values (${SESSION_ENDED}, array[${session}::uuid])`,
  );
}

/** How long a change is kept for streams that come back. */
const CHANGES_LIFE = '1 hour';

/** Deletes changes that are too old, in small steps. */
export async function deleteOldChanges(database: Database): Promise<void> {
  const step = (handle: Handle) =>
    handle.execute(sql`
      delete from events where id in (select id from events order by id limit ${DELETED_AT_ONCE})
      and created_at < now() - ${CHANGES_LIFE}::interval`);
  for (;;) {
    const { rowCount } = await database.write({ kind: 'system' }, step);
    if ((rowCount ?? 0) < DELETED_AT_ONCE) return;
  }
}
