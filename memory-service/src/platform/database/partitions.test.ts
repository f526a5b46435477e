/** @jest-environment node */
import { sql } from 'drizzle-orm';
import { GUEST } from '../auth/rules/principal';
import { onEveryEngine } from '../../testing/engines';
import { ids } from '../../testing/testApp';
import { partitionTable, dropPartitions, makePartitions } from './partitions';
import { deleteOldRecords } from './retention';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A Wednesday long after everything that the engine dates itself. */
const NOW = new Date('2040-01-04T12:00:00Z');
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const KEEP_ALL = { activity: 0, jobs: 0, mails: 0, retrievals: 0, audits: 0 };

onEveryEngine('a table in partitions by time', (world) => {
  const run = async (statement: ReturnType<typeof sql>) =>
    (await world.database.write(SYSTEM, (handle) => handle.execute(statement))).rows;
  const findPartition = async (table: string) =>
    (
      await run(
        sql`select id, (select relname from pg_class where oid = one.tableoid) as part from ${sql.identifier(table)} as one order by id`,
      )
    ).map(({ part }) => part);

  /** A filled table as it is before it is divided, with everything that has to be kept. */
  beforeAll(async () => {
    await run(
      sql`create table happened (id bigserial primary key, user_id uuid not null references users on delete cascade, organization_id uuid, text text not null, created_at timestamptz not null default now(), check (text <> ''))`,
    );
    await run(sql`create index happened_user_idx on happened (user_id, created_at desc)`);
    await run(sql`alter table happened enable row level security`);
    await run(sql`create policy happened_read on happened for select using (hindsight_kind() = 'member')`);
    await run(
      sql`create function shout() returns trigger language plpgsql as $$ begin new.text := upper(new.text); return new; end $$`,
    );
    await run(
      sql`create trigger happened_shout before insert or update on happened for each row execute function shout()`,
    );
    await run(sql`grant select on happened to hindsight_app`);
    await run(
      sql`insert into happened (user_id, text, created_at) select ${ids.user(0)}, 'older', now() - n * interval '1 day' from generate_series(1, 20) as n`,
    );
  });

  test('keeps rows, keys, checks, triggers, policies, rights and numbers when it is divided', async () => {
    expect(await partitionTable(world.database, 'happened', NOW)).toBe(true);
    expect(await partitionTable(world.database, 'happened', NOW)).toBe(true);
    const [made] = await run(
      sql`insert into happened (user_id, text) values (${ids.user(1)}, 'new') returning id::int, text`,
    );
    expect(made).toEqual({ id: 21, text: 'NEW' });
    expect(new Set(await findPartition('happened'))).toEqual(new Set(['happened_before']));
    const refused = [
      sql`insert into happened (user_id, text) values (gen_random_uuid(), 'x')`,
      sql`insert into happened (user_id, text) values (${ids.user(1)}, '')`,
    ];
    for (const statement of refused) await expect(run(statement)).rejects.toThrow();
    const seen = await world.database.read(GUEST, (handle) => handle.execute(sql`select * from happened`));
    expect(seen.rows).toEqual([]);
    await expect(
      world.database.read(GUEST, (handle) =>
        handle.execute(sql`select * from hindsight_partitions.happened_before`),
      ),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
    const indexes = await run(sql`select 1 from pg_inherits where inhparent = 'happened_user_idx'::regclass`);
    expect(indexes).toHaveLength(2);
  });

  test('has partitions for the weeks to come, also after a year without the service, and late rows find theirs', async () => {
    await run(
      sql`insert into happened (user_id, text, created_at) values (${ids.user(1)}, 'late', ${later(25).toISOString()})`,
    );
    expect((await findPartition('happened')).at(-1)).toBe('happened_default');
    await makePartitions(world.database, 'happened', 7, NOW);
    await makePartitions(world.database, 'happened', 7, later(365));
    await run(
      sql`insert into happened (user_id, text, created_at) values (${ids.user(1)}, 'far', ${later(366).toISOString()})`,
    );
    const parts = await findPartition('happened');
    expect(parts).not.toContain('happened_default');
    expect(new Set(parts).size).toBe(3);
  });

  test('takes every row that is written while its partitions are made', async () => {
    const far = (weeks: number) => later(400 + 7 * weeks);
    let isOver = false;
    const writer = async () => {
      for (let week = 0; !isOver; week = (week + 1) % 8)
        await run(
          sql`insert into happened (user_id, text, created_at) values (${ids.user(1)}, 'busy', ${far(week).toISOString()})`,
        );
    };
    const writers = Array.from({ length: 6 }, writer);
    for (let week = 0; week < 8; week += 1)
      await makePartitions(world.database, 'happened', 7, far(week - 4));
    isOver = true;
    await Promise.all(writers);
    await run(sql`delete from happened where text = 'BUSY'`);
  });

  test('ends what is too old by dropping partitions, and nothing else', async () => {
    await dropPartitions(world.database, 'happened', 7, later(60));
    expect(await run(sql`select text from happened order by id`)).toEqual([{ text: 'FAR' }]);
    await run(sql`delete from users where id = ${ids.user(1)}`);
    expect(await run(sql`select text from happened`)).toEqual([]);
  });

  test('of each kind is divided in a new database, and ends after its days', async () => {
    const entry = (days: number) =>
      run(
        sql`insert into audits (action_type, status, actor_user_id, created_at) values ('x', 'success', ${ids.user(0)}, ${later(days).toISOString()})`,
      );
    const divided = await run(
      sql`select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace and relname <> 'happened' order by 1`,
    );
    expect(divided.map(({ name }) => name)).toEqual(['agent_activity', 'audits', 'retrieval_events']);
    await run(sql`delete from audits`);
    await deleteOldRecords(world.database, { ...KEEP_ALL, audits: 30 }, NOW);
    for (const days of [0, 10, 20]) await entry(days);
    await deleteOldRecords(world.database, { ...KEEP_ALL, audits: 30 }, later(29));
    expect(await run(sql`select 1 from audits`)).toHaveLength(3);
    // A week at most longer than the thirty days.
    await deleteOldRecords(world.database, { ...KEEP_ALL, audits: 30 }, later(38));
    expect(await run(sql`select 1 from audits`)).toHaveLength(2);
    await deleteOldRecords(world.database, { ...KEEP_ALL, audits: 30 }, later(60));
    expect(await run(sql`select 1 from audits`)).toEqual([]);
  });
});
