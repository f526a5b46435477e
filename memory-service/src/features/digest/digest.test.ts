/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { Digest } from '@hindsight/shared-contracts/api';
import { readConfig } from '../../platform/config/config';
import { nextDigest } from './rules/digest';
import type { Database } from '../../platform/database/database';
import { claimMails } from '../../platform/mail/mails';
import { onOneEngine } from '../../testing/engines';
import { peopleCalls } from '../../testing/peopleCalls';
import { recordCalls } from '../../testing/recordCalls';
import { body, get, ids, send } from '../../testing/testApp';
import { createDigestWriter } from './digest';
import { applyNews } from '../../platform/mail/news';
import { writeDirectly } from '../../testing/directWrites';

const SYSTEM = { kind: 'system' } as const;
const EDITOR = 'editor@x.test';

test('is due on Monday mornings', () => {
  const due = (moment: string) => nextDigest(new Date(moment)).toISOString();
  expect(due('2026-11-23T06:59:00Z')).toBe('2026-11-23T07:00:00.000Z');
  expect(due('2026-11-23T07:00:00Z')).toBe('2026-11-30T07:00:00.000Z');
  expect(due('2026-11-29T23:00:00Z')).toBe('2026-11-30T07:00:00.000Z');
});

onOneEngine('the weekly digest', (world) => {
  const { call, stored } = recordCalls(world);
  const run = (statement: ReturnType<typeof sql>) =>
    world.database.write(SYSTEM, (handle) => handle.execute(statement));
  const config = readConfig({ ADMIN_EMAILS: 'root@x.test' });
  const writer = (database = world.database) => createDigestWriter(config, database, undefined);
  const write = async (database = world.database) => {
    const one = writer(database);
    try {
      return await one.write();
    } finally {
      await one.close();
    }
  };
  const turn = (isOn: boolean, email = EDITOR) =>
    send(world.app, 'PUT /notifications/digest', email, { body: { is_on: isOn } });
  const state = async (email = EDITOR) => body<Digest>(await get(world.app, '/notifications/digest', email));
  const makeDigestsDue = () =>
    run(sql`update digests set due_at = now() - interval '1 second', retry_at = now()`);
  /** The digests that would be sent now. */
  const sent = async () => {
    const mails = await world.database.write(SYSTEM, (handle) => claimMails(handle, 50));
    return mails.filter(({ event }) => event === 'weekly_digest').map(applyNews);
  };
  const pathFrom = (url: string) => new URL(url).pathname.replace('/guest-api', '') + new URL(url).search;

  beforeEach(async () => {
    await run(sql`delete from digests`);
    await run(sql`delete from mails`);
    await writeDirectly(
      world.database,
      sql`update memory_blocks set created_at = now() - interval '30 days'`,
    );
  });

  test('is off until a person turns it on, and only for that person', async () => {
    expect(await state()).toMatchObject({ is_on: false, next_at: null });
    await stored();
    expect(await write()).toBe(0);
    const answer = await turn(true);
    expect(answer.statusCode).toBe(200);
    expect(new Date((await state()).next_at ?? '')).toEqual(nextDigest(new Date()));
    expect(await state('viewer@x.test')).toMatchObject({ is_on: false });
    expect((await get(world.app, '/notifications/digest', null)).statusCode).toBe(401);
    await turn(false);
    expect(await state()).toMatchObject({ is_on: false, next_at: null });
  });

  test('reports each workspace as visible to the person, exactly once', async () => {
    await turn(true);
    await turn(true, 'stranger@x.test');
    await stored({ content: 'The digest was written about this' });
    await stored({ content: 'The digest was written about that' });
    await makeDigestsDue();
    const replicas = [writer(), writer()];
    const written = await Promise.all(replicas.map((replica) => replica.write()));
    await Promise.all(replicas.map((replica) => replica.close()));
    expect(written.reduce((sum, count) => sum + count, 0)).toBe(1);
    const mails = await sent();
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail).toMatchObject({ recipient: EDITOR, subject: 'Your week in Hindsight' });
    expect(mail?.text).toMatch(/Alpha\n2 new memories: .+ 2\./);
    expect(mail?.text).not.toContain('Personal workspace');
    expect(await write()).toBe(0);
    expect(new Date((await state()).next_at ?? '')).toEqual(nextDigest(new Date()));
  });

  test('is not sent when nothing happened', async () => {
    await turn(true);
    await makeDigestsDue();
    expect(await write()).toBe(0);
    expect(await sent()).toEqual([]);
    expect(await state()).toMatchObject({ is_on: true });
  });

  test('omits an organization that the person has left', async () => {
    const admin = 'admin@x.test';
    await turn(true, admin);
    await stored();
    const { user } = peopleCalls(world);
    const left = await call(
      `DELETE /organizations/${ids.alphaOrg}/members/${await user(admin)}`,
      'owner@x.test',
    );
    expect(left.statusCode).toBe(204);
    await makeDigestsDue();
    expect(await write()).toBe(0);
  });

  test.each(['waits', 'is written'])(
    'is not sent about an organization that is deleted while it %s',
    async (when) => {
      const made = await call('POST /organizations/', EDITOR, { name: 'Brief', slug: 'brief' });
      const organization = body<{ id: string }>(made).id;
      const inside = { 'x-active-scope': 'organization', 'x-organization-id': organization };
      const agent = body<{ agent_id: string }>(
        await call('POST /agents/', EDITOR, { agent_name: 'Brief agent' }, inside),
      ).agent_id;
      const block = { agent_id: agent, conversation_id: ids.conversation(9), content: 'Known for a while' };
      await call('POST /memory-blocks/', EDITOR, block, inside);
      await turn(true);
      await makeDigestsDue();
      let deleted: number | undefined;
      const remove = async () => {
        if (deleted !== undefined) return;
        for (const table of ['memory_blocks', 'agents', 'keywords'])
          await run(sql`delete from ${sql.identifier(table)} where organization_id = ${organization}::uuid`);
        deleted = (await call(`DELETE /organizations/${organization}`, EDITOR)).statusCode;
      };
      if (when === 'waits') {
        expect(await write()).toBe(1);
        await remove();
      } else {
        // Deletes the organization after all reads.
        const afterwards: Database['write'] = async (...work) => {
          if (reads > 0) await remove();
          return world.database.write(...work);
        };
        let reads = 0;
        const read: Database['read'] = (...work) => {
          reads += 1;
          return world.database.read(...work);
        };
        expect(await write({ ...world.database, read, write: afterwards })).toBe(0);
      }
      expect(deleted).toBe(204);
      expect(await sent()).toEqual([]);
    },
  );

  test('is ended by the button on the linked page, not by opening the page', async () => {
    await turn(true);
    await stored();
    await makeDigestsDue();
    await write();
    const url = (await sent())[0]?.unsubscribeUrl ?? '';
    expect(url).toMatch(/^http:\/\/localhost:3000\/guest-api\/digest\/end\?token=/);
    const opened = await world.app.inject({ method: 'GET', url: pathFrom(url) });
    expect([opened.statusCode, opened.body.includes('<form method="post"')]).toEqual([200, true]);
    expect(await state()).toMatchObject({ is_on: true });
    const ended = await world.app.inject({
      method: 'POST',
      url: pathFrom(url),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([ended.statusCode, ended.body.includes('You’re unsubscribed')]).toEqual([200, true]);
    expect(await state()).toMatchObject({ is_on: false });
    const again = await world.app.inject({ method: 'POST', url: pathFrom(url) });
    expect(again.statusCode).toBe(200);
  });

  test('rejects forged unsubscribe links', async () => {
    await turn(true);
    await stored();
    await makeDigestsDue();
    await write();
    const url = (await sent())[0]?.unsubscribeUrl ?? '';
    const forged = pathFrom(url).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const path of [forged, '/digest/end', '/digest/end?token=', '/digest/end?token=a.b&token=c.d']) {
      const answer = await world.app.inject({ method: 'POST', url: path });
      expect([path, answer.statusCode]).toEqual([path, 404]);
    }
    expect(await state()).toMatchObject({ is_on: true });
  });

  test('does not send a pending digest after it was turned off', async () => {
    await turn(true);
    await stored();
    await makeDigestsDue();
    await write();
    await turn(false);
    expect(await sent()).toEqual([]);
  });
});
