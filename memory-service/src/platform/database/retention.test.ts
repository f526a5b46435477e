/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { onEveryEngine } from '../../testing/engines';
import { ids } from '../../testing/testApp';
import { deleteOldRecords } from './retention';

const SYSTEM = { kind: 'system' } as const;
const KEEP_ALL = { activity: 0, jobs: 0, mails: 0, retrievals: 0, audits: 0 };
const user = ids.user(0);

/** How a record of each kind is written that ended so many days ago. */
const RECORDS = {
  activity: (
    days: number,
  ) => sql`insert into agent_activity (user_id, token_id, token_name, kind, action, call, memory_ids, latency_ms, status, created_at)
    values (${user}, ${randomUUID()}, 't', 'read', 'search', 'GET /x', '{}', 1, 200, now() - ${days} * interval '1 day')`,
  jobs: (
    days: number,
  ) => sql`with job as (insert into jobs (kind, user_id, options, total, status, finished_at)
      values ('bulk_keywords', ${user}, '{}', 1, 'completed', now() - ${days} * interval '1 day') returning id)
    insert into job_items (job_id, position, input) select id, 0, '"quoted"' from job`,
  mails: (days: number) => sql`insert into mails (event, recipient, subject, html, text, status, sent_at)
    values ('x', 'a@x.test', '', '', '', 'sent', now() - ${days} * interval '1 day')`,
  retrievals: (
    days: number,
  ) => sql`insert into retrieval_events (memory_block_id, user_id, token_id, token_name, kind, created_at)
    values (${ids.block(1)}, ${user}, ${randomUUID()}, 't', 'read', now() - ${days} * interval '1 day')`,
  audits: (days: number) => sql`insert into audits (action_type, status, actor_user_id, created_at)
    values ('x', 'success', ${user}, now() - ${days} * interval '1 day')`,
};
const TABLES = {
  activity: 'agent_activity',
  jobs: 'job_items',
  mails: 'mails',
  retrievals: 'retrieval_events',
  audits: 'audits',
};
const KINDS = Object.keys(RECORDS) as (keyof typeof RECORDS)[];

onEveryEngine('records of what happened', (world) => {
  const run = (statement: ReturnType<typeof sql>) =>
    world.database.write(SYSTEM, (handle) => handle.execute(statement));
  const count = async (kind: keyof typeof TABLES) =>
    Number(
      (await run(sql`select count(*) as count from ${sql.identifier(TABLES[kind])}`)).rows[0]?.['count'],
    );

  test.each(KINDS)('%s are kept for the days that are set, and for good without', async (kind) => {
    await run(sql`delete from ${sql.identifier(kind === 'jobs' ? 'jobs' : TABLES[kind])}`);
    for (const days of [10, 91, 100]) await run(RECORDS[kind](days));
    await deleteOldRecords(world.database, KEEP_ALL);
    expect(await count(kind)).toBe(3);
    await deleteOldRecords(world.database, { ...KEEP_ALL, [kind]: 90 });
    expect(await count(kind)).toBe(1);
  });

  test('a job that waits and a mail that is not sent are never deleted', async () => {
    await run(sql`delete from jobs`);
    await run(sql`delete from mails`);
    await run(
      sql`insert into jobs (kind, user_id, options, total, created_at) values ('bulk_keywords', ${user}, '{}', 0, now() - interval '9 years')`,
    );
    await run(
      sql`insert into mails (event, recipient, subject, html, text, created_at, next_attempt_at) values ('x', 'a@x.test', '', '', '', now() - interval '9 years', now() + interval '1 day')`,
    );
    await deleteOldRecords(world.database, { ...KEEP_ALL, jobs: 1, mails: 1 });
    const left = await run(
      sql`select (select count(*) from jobs)::int as jobs, (select count(*) from mails)::int as mails`,
    );
    expect(left.rows).toEqual([{ jobs: 1, mails: 1 }]);
  });
});
