/** Ends records that are older than they are kept: partitions are dropped, other rows deleted a few thousand at a time. */
import { sql } from 'drizzle-orm';
import type { Database } from './database';
import { logPersonal } from '../events/log';
import { dropPartitions, firstPartition, makePartitions } from './partitions';

/** Days for which records of each kind are kept; 0 keeps them for good. */
export type Retention = Readonly<Record<keyof typeof KINDS, number>>;

interface Kind {
  table: string;
  /** When a row became one of the past; null for one that is still in use. */
  moment: string;
  /** The order in which the oldest rows are found without looking through all. */
  oldestFirst: string;
  isDivided?: true;
  /** The log of changes tells the person whose row it was. */
  isPersonal?: true;
}

const KINDS = {
  /** Numbered in the order of time. */
  activity: { table: 'agent_activity', moment: 'created_at', oldestFirst: 'id', isDivided: true },
  /** With their steps, which quote memories. They end when they are done, not in the order of time. */
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

/** Ends what is due, kind by kind, and makes the partitions of the next weeks. */
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
