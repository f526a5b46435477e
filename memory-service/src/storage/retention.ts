/** Deletes records that are older than they are kept, a few thousand at a time: what the tables of memories hold is not touched. */
import { sql } from 'drizzle-orm';
import type { Database } from './database';

/** Days for which records of each kind are kept; 0 keeps them for good. */
export type Retention = Readonly<Record<keyof typeof KINDS, number>>;

interface Kind {
  table: string;
  /** When a row became one of the past; null for one that is still in use. */
  moment: string;
  /** The order in which the oldest rows are found without looking through all. */
  oldestFirst: string;
}

const KINDS = {
  /** Numbered in the order of time. */
  activity: { table: 'agent_activity', moment: 'created_at', oldestFirst: 'id' },
  /** With their steps, which quote memories. */
  jobs: { table: 'jobs', moment: 'finished_at', oldestFirst: 'finished_at' },
  mails: { table: 'mails', moment: 'sent_at', oldestFirst: 'sent_at' },
  retrievals: { table: 'retrieval_events', moment: 'created_at', oldestFirst: 'id' },
  audits: { table: 'audits', moment: 'created_at', oldestFirst: 'created_at' },
} as const satisfies Record<string, Kind>;

const SYSTEM = { kind: 'system' } as const;
const DELETED_AT_ONCE = 5000;

async function deleteOld(database: Database, { table, moment, oldestFirst }: Kind, days: number) {
  const [name, at, order] = [table, moment, oldestFirst].map((text) => sql.identifier(text));
  for (;;) {
    const { rowCount } = await database.write(SYSTEM, (handle) =>
      handle.execute(sql`
        delete from ${name} where id in (select id from ${name} where ${at} is not null order by ${order} limit ${DELETED_AT_ONCE})
          and ${at} < now() - ${days} * interval '1 day'`),
    );
    if ((rowCount ?? 0) < DELETED_AT_ONCE) return;
  }
}

/** Deletes what is due, kind by kind. */
export async function deleteOldRecords(database: Database, retention: Retention): Promise<void> {
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[])
    if (retention[kind] > 0) await deleteOld(database, KINDS[kind], retention[kind]);
}
