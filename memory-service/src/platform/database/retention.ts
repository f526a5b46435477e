/** Deletes expired records: drops partitions, and deletes other rows a few thousand at a time. */
import { sql } from 'drizzle-orm';
import type { Database } from './database';
import { logPersonal } from '../events/log';
import { dropPartitions, firstPartition, makePartitions } from './partitions';

/** Retention of each kind in days; 0 keeps records forever. */
export type Retention = Readonly<Record<keyof typeof KINDS, number>>;

interface Kind {
  table: string;
  /** Column with the time when the row became history; null while the row is in use. */
  moment: string;
  /** Index order that finds the oldest rows without a full scan. */
  oldestFirst: string;
  isDivided?: true;
  /** Logs each deletion for the user who owned the row. */
  isPersonal?: true;
}

const KINDS = {
  /** Ids are in order of time. */
  activity: { table: 'agent_activity', moment: 'created_at', oldestFirst: 'id', isDivided: true },
  /** Includes job items, which quote memories. Jobs expire by when they finished, not in order of creation. */
  jobs: { table: 'jobs', moment: 'finished_at', oldestFirst: 'finished_at', isPersonal: true },
  mails: { table: 'mails', moment: 'sent_at', oldestFirst: 'sent_at' },
  retrievals: { table: 'retrieval_events', moment: 'created_at', oldestFirst: 'id', isDivided: true },
  audits: { table: 'audits', moment: 'created_at', oldestFirst: 'created_at', isDivided: true },
} as const satisfies Record<string, Kind>;
const ALL: readonly (Kind & { kind: keyof typeof KINDS })[] = (
  Object.keys(KINDS) as (keyof typeof KINDS)[]
).map((kind) => ({ kind, ...KINDS[kind] }));
const DIVIDED = ALL.filter(({ isDivided }) => isDivided);

const SYSTEM = { kind: 'system' } as const;
const DELETED_AT_ONCE = 5000;

async function deleteOld(
  database: Database,
  { table, moment, oldestFirst, isDivided, isPersonal }: Kind,
  days: number,
) {
  const name = isDivided ? await firstPartition(database, table) : sql.identifier(table);
  if (!name) return;
  const [at, order] = [moment, oldestFirst].map((text) => sql.identifier(text));
  for (;;) {
    const { rowCount } = await database.write(SYSTEM, async (handle) => {
      const gone = await handle.execute<{ id: string; userId: string }>(sql`
        delete from ${name} where id in (select id from ${name} where ${at} is not null order by ${order} limit ${DELETED_AT_ONCE})
          and ${at} < now() - ${days} * interval '1 day' ${isPersonal ? sql`returning id, user_id as "userId"` : sql``}`);
      await logPersonal(handle, 'jobs', 'removed', gone.rows);
      return gone;
    });
    if ((rowCount ?? 0) < DELETED_AT_ONCE) return;
  }
}

/** Creates partitions for the coming weeks and deletes expired records, kind by kind. */
export async function deleteOldRecords(
  database: Database,
  retention: Retention,
  now = new Date(),
): Promise<void> {
  for (const { table, kind } of DIVIDED) await makePartitions(database, table, retention[kind], now);
  for (const { kind, ...one } of ALL) {
    const days = retention[kind];
    if (days === 0) continue;
    if (one.isDivided) await dropPartitions(database, one.table, days, now);
    await deleteOld(database, one, days);
  }
}
