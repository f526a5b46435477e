/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { Job } from '@hindsight/shared-contracts/api';
import type { Database, Handle } from '../database/database';
import { claimJob, queueJob } from './jobQueue';
import { finishJob } from './jobs';
import { onOneEngine } from '../../testing/engines';
import { findPerson } from '../../testing/persons';
import { call } from '../../testing/serviceProcess';
import { body, ids, ownPage, testApp } from '../../testing/testApp';
import { onTwoProcesses } from '../../testing/twoProcesses';
import { until } from '../../testing/waiting';

const SYSTEM = { kind: 'system' } as const;
const LIMITS = { perPerson: 1000, perOrganization: 5000 };
const MANY = 60;
/** Steps of the first job; the others have one. */
const STEPS = 30;
const PRUNING = { kind: 'pruning', options: {}, items: [ids.block(0x900)] } as const;

/** Logs every step and the start of every turn in order; a short sleep per step keeps the many jobs from ending too early. */
const NOTES = [
  'create table turn_notes (n bigserial, job uuid, what text)',
  `create function note_step() returns trigger language plpgsql security definer set search_path = public as $$
    begin perform pg_sleep(0.01); insert into turn_notes (job, what) values (new.job_id, 'step'); return null; end $$`,
  `create function note_turn() returns trigger language plpgsql security definer set search_path = public as $$
    begin insert into turn_notes (job, what) values (new.id, 'turn'); return null; end $$`,
  'create trigger note_step after update of outcome on job_items for each row execute function note_step()',
  `create trigger note_turn after update of leased_by on jobs for each row
    when (old.leased_by is null and new.leased_by is not null) execute function note_turn()`,
];

/** One person queues many jobs at once, then another requests one; returns how many of their steps the other waited for. */
async function stepsBefore(database: Database, ask: () => Promise<Job>) {
  const busy = await findPerson(database, 'editor@x.test');
  await database.write(SYSTEM, async (handle) => {
    for (const statement of NOTES) await handle.execute(sql.raw(statement));
  });
  const queue = (steps: number) => (handle: Handle) => {
    const items = Array.from({ length: steps }, (_, step) => ids.block(0x900 + step));
    return queueJob(handle, busy, { ...PRUNING, items, organizationId: ids.alphaOrg }, LIMITS);
  };
  await database.write(busy, queue(STEPS));
  await database.write(busy, async (handle) => {
    for (let n = 1; n < MANY; n += 1) await queue(1)(handle);
  });
  const notes = (condition: ReturnType<typeof sql>) =>
    database.read(SYSTEM, async (handle) => {
      const { rows } = await handle.execute<{ n: number }>(
        sql`select count(*)::int as n from turn_notes where ${condition}`,
      );
      return rows[0]?.n ?? 0;
    });
  await until(
    () => notes(sql`what = 'step'`),
    (steps) => steps > 0,
  );
  const { job_id: job } = await ask();
  const queuedAt = await notes(sql`true`);
  await until(
    () => notes(sql`job = ${job} and what = 'step'`),
    (steps) => steps === 1,
  );
  const turn = sql`(select min(n) from turn_notes where job = ${job} and what = 'turn')`;
  const others = sql`what = 'step' and job <> ${job}`;
  const waitedFor = await notes(sql`${others} and n > ${queuedAt} and n < ${turn}`);
  await until(
    () => notes(others),
    (steps) => steps === STEPS + MANY - 1,
  );
  return { waitedFor, stepsAfter: await notes(sql`${others} and n > ${turn}`) };
}

const PRUNE = {
  url: '/memory/prune/confirm',
  payload: { memory_block_ids: [ids.block(4)] },
  headers: { prefer: 'respond-async', 'x-active-scope': 'personal' },
};

onOneEngine('jobs in turn', (world) => {
  test('delays another person’s job by at most one step behind sixty jobs', async () => {
    const post = async () =>
      body<Job>(
        await world.app.inject({
          method: 'POST',
          url: PRUNE.url,
          headers: { ...ownPage('stranger@x.test'), ...PRUNE.headers },
          payload: PRUNE.payload,
        }),
      );
    const { waitedFor, stepsAfter } = await stepsBefore(world.database, post);
    expect(waitedFor).toBeLessThanOrEqual(1);
    expect(stepsAfter).toBeGreaterThan(MANY / 2);
  });

  test('alternates between people of one organization, and between the organization and others', async () => {
    const people = ['owner@x.test', 'editor@x.test', 'stranger@x.test'];
    const owners = new Map<string, string>();
    // Its own runner would claim some of these jobs.
    await world.app.close();
    await world.database.write(SYSTEM, (handle) => handle.execute(sql`delete from jobs`));
    for (const [n, email] of [...people, ...people, ...people].entries()) {
      const person = await findPerson(world.database, email);
      const organizationId = email.startsWith('stranger') ? null : ids.alphaOrg;
      const { id } = await world.database.write(SYSTEM, (handle) =>
        queueJob(handle, person, { ...PRUNING, organizationId }, LIMITS),
      );
      owners.set(id, `${email.split('@')[0]} ${Math.floor(n / people.length)}`);
    }
    const served: (string | undefined)[] = [];
    for (;;) {
      const job = await world.database.write(SYSTEM, (handle) => claimJob(handle, ids.user(1)));
      if (!job) break;
      served.push(owners.get(job.id));
      await world.database.write(SYSTEM, (handle) => finishJob(handle, job.id, 'completed'));
    }
    expect(served).toEqual([
      'owner 0',
      'stranger 0',
      'editor 0',
      'stranger 1',
      'owner 1',
      'stranger 2',
      'editor 1',
      'owner 2',
      'editor 2',
    ]);
  });

  test('returns 429 with the reason for a person or an organization with too many open jobs, but not for others', async () => {
    await world.database.write(SYSTEM, (handle) => handle.execute(sql`delete from jobs`));
    const app = testApp(world.database, { JOBS_PER_PERSON: '2', JOBS_PER_ORGANIZATION: '3' });
    for (const email of ['editor@x.test', 'editor@x.test', 'admin@x.test']) {
      const person = await findPerson(world.database, email);
      await world.database.write(SYSTEM, async (handle) => {
        const job = { ...PRUNING, organizationId: ids.alphaOrg };
        const { id } = await queueJob(handle, person, job, LIMITS);
        // Leased to another process, so it does not end.
        await handle.execute(
          sql`update jobs set leased_by = ${ids.user(1)}, lease_until = now() + interval '1 hour' where id = ${id}`,
        );
      });
    }
    const post = (email: string, scope: Record<string, string> = { 'x-active-scope': 'personal' }) =>
      app.inject({
        method: 'POST',
        url: PRUNE.url,
        headers: { ...ownPage(email), ...PRUNE.headers, ...scope },
        payload: PRUNE.payload,
      });
    const alpha = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
    const own = await post('editor@x.test');
    expect([own.statusCode, own.headers['retry-after'], body(own)]).toEqual([
      429,
      '10',
      {
        detail: 'You have 2 jobs queued or running. Wait for some of them to finish.',
        retry_after_seconds: 10,
      },
    ]);
    expect(body(await post('owner@x.test', alpha))).toMatchObject({
      detail: 'Your organization has 3 jobs queued or running. Wait for some of them to finish.',
    });
    // Their personal jobs are unaffected, and non-members cannot use up an organization's jobs.
    expect((await post('owner@x.test')).statusCode).toBe(202);
    expect((await post('stranger@x.test', alpha)).statusCode).toBe(202);
    await app.close();
  });
});

onTwoProcesses('jobs in turn at two processes', (started) => {
  test('delays another person’s job by at most one step per process behind sixty jobs', async () => {
    const [program] = started().programs;
    const { waitedFor, stepsAfter } = await stepsBefore(started().database, async () => {
      const { body: answer } = await call('POST', `${program.url}${PRUNE.url}`, 'stranger@x.test', PRUNE);
      return JSON.parse(answer) as Job;
    });
    expect(waitedFor).toBeLessThanOrEqual(2);
    expect(stepsAfter).toBeGreaterThan(MANY / 2);
  });
});
