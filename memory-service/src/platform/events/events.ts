/** Reads the change log by position, records ended sessions in it, and deletes old entries. */
import { sql } from 'drizzle-orm';
import type { Change } from '@hindsight/shared-contracts/api';
import type { Database, Handle } from '../database/database';

/** A change with its owner, who decides its visibility and is not sent. */
export type LoggedChange = Change & { owner_user_id: string | null };

/** A log position: every transaction lies on one side of it, however long it took. */
export interface Position {
  /** By the database's clock, in seconds. */
  at: number;
  /** `pg_snapshot` as text. */
  snapshot: string;
}

export interface ChangesUpTo {
  position: Position;
  changes: LoggedChange[];
  /** Ids of ended sessions. */
  endedSessions: string[];
  /** There were too many changes to read, or some are already deleted. */
  isIncomplete: boolean;
}

const MAX_CHANGES = 1000;
/** Shorter than the retention, so a position within it has missed nothing. */
const RESUMABLE_SECONDS = 50 * 60;
const DELETED_AT_ONCE = 5000;
const MAX_TRANSACTION = 2n ** 63n - 1n;

/** The position as an event id. */
export const positionText = ({ at, snapshot }: Position): string => `${at}-${snapshot}`;

const SESSION_ENDED = 'session-ended';

/** A log row: a change, or ended sessions, which are not sent to anyone. */
type LogRow = LoggedChange | { kind: typeof SESSION_ENDED; ids: string[] };

/** Whether PostgreSQL can parse the text as `pg_snapshot`: anything else would fail the query. */
function isSnapshot(text: string): boolean {
  const [xmin = '', xmax = '', running = ''] = text.split(':');
  const inOrder = [xmin, ...(running === '' ? [] : running.split(',')), xmax].map(BigInt);
  return inOrder.every((id, n) => id > 0n && id <= MAX_TRANSACTION && id >= (inOrder[n - 1] ?? 0n));
}

/** Parses a position sent back by a client; undefined if invalid. */
export function readPosition(text: string): Position | undefined {
  const found = /^(\d{1,12})-(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19}){0,200})?)$/.exec(text);
  return found?.[1] && found[2] && isSnapshot(found[2])
    ? { at: Number(found[1]), snapshot: found[2] }
    : undefined;
}

const SINCE_POSITION = `transaction >= pg_snapshot_xmin($1::pg_snapshot)
  and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)`;
/** Scans only the end of the log: clients with more to catch up reload everything. */
const SINCE_TIME = `created_at > now() - $3 * interval '1 second'
  and id > (select coalesce(max(id), 0) - ${2 * MAX_CHANGES} from events)`;
const COLUMNS =
  'kind, visibility_scope as scope, owner_user_id, organization_id, ids, added, changed, removed';

/** A change has the time of the start of its transaction, so the read goes back a little further. */
const AGE_MARGIN_SECONDS = 5;

/**
 * Reads the changes committed after `since` (a position, or a number of seconds ago), up to `until` or now, each once, with the current
 * position. Rows of a restored copy carry transactions of another server, unknown to the current snapshot.
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
  if (!row) throw new Error('The database did not return its log position.');
  const position = { at: Math.floor(row.at), snapshot: row.snapshot };
  const isTooOld = place !== undefined && position.at - place.at > RESUMABLE_SECONDS;
  const isIncomplete = isTooOld || !row.isOfThisServer || row.changes.length > MAX_CHANGES;
  const changes = row.changes.filter((found) => found.kind !== SESSION_ENDED);
  const endedSessions = row.changes.flatMap(({ kind, ids }) => (kind === SESSION_ENDED ? ids : []));
  return { position, changes: isIncomplete ? [] : changes, endedSessions, isIncomplete };
}

/** Notifies all processes that a session has ended. */
export async function noteEndedSession(handle: Handle, session: string): Promise<void> {
  await handle.execute(
    sql`insert into events (kind, ids) values (${SESSION_ENDED}, array[${session}::uuid])`,
  );
}

/** How long changes are kept for streams that resume. */
const CHANGES_LIFE = '1 hour';

/** Deletes expired changes in small steps. */
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
