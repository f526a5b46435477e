/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { Invitation, Notification } from '@hindsight/shared-contracts/api';
import { applyNews } from '../../platform/mail/news';
import { claimMails, MAIL_PAIR_LIMITS } from '../../platform/mail/mails';
import { onOneEngine } from '../../testing/engines';
import { peopleCalls } from '../../testing/peopleCalls';
import { body, ids, send, testApp } from '../../testing/testApp';

const SYSTEM = { kind: 'system' } as const;

onOneEngine('mail limits', (world) => {
  const { call, join, mailTo, user } = peopleCalls(world);
  const run = (statement: ReturnType<typeof sql>) =>
    world.database.write(SYSTEM, (handle) => handle.execute(statement));
  const mailsTo = async (email: string) =>
    (await run(sql`select id from mails where recipient = ${email}`)).rows.length;
  const organization = async (name: string) =>
    body<{ id: string }>(await call('POST /organizations/', 'stranger@x.test', { name })).id;
  const invited = (email: string) => ({ email, role: 'viewer' });

  afterEach(() => run(sql`truncate mails, rate_counters`));

  test('stops an attacker who keeps inviting a person, while others still reach that person', async () => {
    const path = `/organizations/${await organization('Attackers')}/invitations`;
    const statuses: number[] = [];
    for (let n = 0; n <= MAIL_PAIR_LIMITS.hourlyLimit; n += 1) {
      const made = await call(`POST ${path}`, 'stranger@x.test', invited('victim@x.test'));
      statuses.push(made.statusCode);
      if (made.statusCode === 201)
        await call(`DELETE ${path}/${body<Invitation>(made).id}`, 'stranger@x.test');
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAIL_PAIR_LIMITS.hourlyLimit);
    expect(statuses.at(-1)).toBe(429);
    const another = await call(`POST ${path}`, 'stranger@x.test', invited('bystander@x.test'));
    expect(another.statusCode).toBe(201);
    const alpha = `POST /organizations/${ids.alphaOrg}/invitations`;
    expect((await call(alpha, 'owner@x.test', invited('victim@x.test'))).statusCode).toBe(201);
  });

  test('removes the notification of a revoked invitation', async () => {
    const path = `/organizations/${await organization('Revokers')}/invitations`;
    const about = async () =>
      body<{ notifications: Notification[] }>(await call('GET /notifications/', 'editor@x.test'))
        .notifications.length;
    const before = await about();
    const made = body<Invitation>(await call(`POST ${path}`, 'stranger@x.test', invited('editor@x.test')));
    expect(await about()).toBe(before + 1);
    await call(`DELETE ${path}/${made.id}`, 'stranger@x.test');
    expect(await about()).toBe(before);
  });

  test('keeps mails caused by users out of the budget of the service', async () => {
    const app = testApp(world.database, { EMAIL_RATE_LIMIT_HOUR: '2' });
    const request = async (by: string) => {
      expect((await send(app, 'POST /beta-access/request', by)).statusCode).toBe(201);
      return mailsTo('gate@x.test');
    };
    // The attacker mails the reviewer and the next requester up to the limit.
    const path = `POST /organizations/${await organization('Flooders')}/invitations`;
    const answers = [];
    for (const email of ['gate@x.test', 'asker@x.test', 'third@x.test'])
      answers.push((await send(app, path, 'stranger@x.test', { body: invited(email) })).statusCode);
    expect(answers).toEqual([201, 201, 429]);
    const before = await mailsTo('gate@x.test');
    expect(await request('asker@x.test')).toBe(before + 1);
    // Requests of other people are not blocked either.
    expect(await request('asker2@x.test')).toBe(before + 2);
    expect(await request('asker3@x.test')).toBe(before + 3);
    expect((await mailTo('asker@x.test')).text).toContain('We received your request');
    await app.close();
  });

  test('combines all changes within a minute into one mail, sent once', async () => {
    const id = await organization('Changers');
    await join(id, 'stranger@x.test', invited('viewer@x.test'));
    await run(sql`truncate mails`);
    const person = await user('viewer@x.test');
    const change = async (organizationId: string, by: string, role: string) => {
      const answer = await call(`PUT /organizations/${organizationId}/members/${person}`, by, { role });
      expect(answer.statusCode).toBe(200);
    };
    for (const role of ['editor', 'admin', 'viewer']) await change(id, 'stranger@x.test', role);
    // Includes the action of another person in another organization.
    await change(ids.alphaOrg, 'owner@x.test', 'editor');
    expect(await mailsTo('viewer@x.test')).toBe(1);
    const mail = await mailTo('viewer@x.test');
    expect(mail.subject).toBe('4 changes in your organizations');
    for (const text of [
      'from viewer to editor',
      'from editor to admin',
      'from admin to viewer',
      'role in Alpha',
    ]) {
      expect(mail.text).toContain(text);
      expect(mail.html).toContain(text);
    }
    const due = () => world.database.write(SYSTEM, (handle) => claimMails(handle, 10));
    expect(await due()).toEqual([]);
    await run(sql`update mails set next_attempt_at = now()`);
    expect((await due()).map((row) => applyNews(row).subject)).toEqual(['4 changes in your organizations']);
    // A change after the mail was claimed starts another mail.
    await change(ids.alphaOrg, 'owner@x.test', 'viewer');
    expect(await mailsTo('viewer@x.test')).toBe(2);
    expect(await mailTo('viewer@x.test')).toMatchObject({
      subject: 'Role changed in Alpha',
      // Display names can be chosen freely, so the address identifies the person.
      text: expect.stringMatching(/^(.+ \()?owner@x\.test\)? changed your role/) as unknown,
    });
  });

  test('presents texts chosen by the inviter as quoted names', async () => {
    const name = 'Your account is locked, call 555';
    const body = { display_name: 'Hindsight Security' };
    await send(world.app, 'PATCH /users/me', 'stranger@x.test', { body });
    const path = `POST /organizations/${await organization(name)}/invitations`;
    await call(path, 'stranger@x.test', invited('victim@x.test'));
    const { subject, text } = await mailTo('victim@x.test');
    expect(subject).toBe(`Invitation to "${name}"`);
    expect(text).toMatch(/^stranger@x\.test invites you to join an organization\./);
    expect(text).toContain(`Organization: “${name}”\nInvited by: “Hindsight Security”\nRole: viewer`);
    expect(text.split(name)).toHaveLength(2);
  });
});
