/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { AuditEntry, Invitation, Member, Notification, UserInfo } from '@hindsight/shared-contracts/api';
import { savepoint } from '../../platform/database/transactions';
import { onOneEngine } from '../../testing/engines';
import { peopleCalls } from '../../testing/peopleCalls';
import { findPerson } from '../../testing/persons';
import { body, get, ids, send } from '../../testing/testApp';
import { CALL_LIMITS } from '../../platform/http/callLimits';

const SYSTEM = { kind: 'system' } as const;
const LAST_OWNER = 'An organization needs at least one owner. Make someone else an owner first.';

onOneEngine('consent', (world) => {
  const { call, join, mailTo, outcome, user } = peopleCalls(world);
  const alpha = `/organizations/${ids.alphaOrg}`;
  const organization = async (name: string, by = 'stranger@x.test') =>
    body<{ id: string }>(await call('POST /organizations/', by, { name })).id;
  const members = async (path: string, by: string) =>
    body<Member[]>(await call(`GET ${path}/members`, by)).map(({ email }) => email);
  const setStatus = (email: string, status: string) =>
    world.database.write(SYSTEM, (handle) =>
      handle.execute(
        sql`update users set beta_access_status = ${status}::beta_access_status where email = ${email}`,
      ),
    );

  describe('joining', () => {
    test('invites an added person, who becomes a member with the given flags only after accepting', async () => {
      const path = `/organizations/${await organization('Trap')}`;
      const given = { email: 'viewer@x.test', role: 'editor', can_write: false };
      const added = body<{ invitation_id: string; can_write: boolean }>(
        await call(`POST ${path}/members`, 'stranger@x.test', given),
      );
      expect(added.can_write).toBe(false);
      const victim = async () =>
        body<UserInfo>(await get(world.app, '/user-info', 'viewer@x.test')).memberships.map(
          (membership) => membership.organization_name,
        );
      expect(await victim()).not.toContain('Trap');
      expect(await members(path, 'stranger@x.test')).toEqual(['stranger@x.test']);
      const pending = body<Invitation[]>(await call(`GET ${path}/invitations`, 'stranger@x.test'));
      expect(pending.map(({ email }) => email)).toEqual(['viewer@x.test']);
      const accept = `POST ${path}/invitations/${added.invitation_id}/accept`;
      expect((await call(accept, 'stranger@x.test')).statusCode).toBe(403);
      expect(body(await call(accept, 'viewer@x.test'))).toMatchObject({ role: 'editor', can_write: false });
      expect(await victim()).toContain('Trap');
      const inbox = body<{ notifications: Notification[] }>(
        await call('GET /notifications/', 'viewer@x.test'),
      );
      expect(inbox.notifications[0]).toMatchObject({
        event_type: 'org_membership_added',
        title: 'Welcome to Trap!',
      });
    });

    test('rejects members without an open invitation in the database', async () => {
      const [admin, stranger] = [
        await findPerson(world.database, 'admin@x.test'),
        await user('stranger@x.test'),
      ];
      const enter = (actor: Awaited<ReturnType<typeof findPerson>>, userId: string) =>
        world.database.write(actor, (handle) =>
          savepoint(handle, () =>
            handle.execute(
              sql`insert into memberships (organization_id, user_id) values (${ids.alphaOrg}, ${userId})`,
            ),
          ),
        );
      const denied = { cause: { message: expect.stringContaining('row-level security') as string } };
      await expect(enter(admin, stranger)).rejects.toMatchObject(denied);
      const made = body<Invitation>(
        await call(`POST ${alpha}/invitations`, 'admin@x.test', { email: 'stranger@x.test', role: 'viewer' }),
      );
      await call(`DELETE ${alpha}/invitations/${made.id}`, 'admin@x.test');
      await expect(
        enter(await findPerson(world.database, 'stranger@x.test'), stranger),
      ).rejects.toMatchObject(denied);
    });
  });

  describe('leaving', () => {
    test('lets a member leave and audits it, but not the last owner', async () => {
      const id = await organization('Leavers');
      const path = `/organizations/${id}`;
      await join(id, 'stranger@x.test', { email: 'viewer@x.test', role: 'viewer' });
      expect(await outcome(`POST ${path}/leave`, 'stranger@x.test')).toEqual([409, LAST_OWNER]);
      expect((await call(`POST ${path}/leave`, 'viewer@x.test')).statusCode).toBe(204);
      expect(await members(path, 'stranger@x.test')).toEqual(['stranger@x.test']);
      expect((await call(`POST ${path}/leave`, 'viewer@x.test')).statusCode).toBe(404);
      const trail = body<AuditEntry[]>(
        await get(world.app, `/audits?organization_id=${id}&target_type=user`, 'stranger@x.test'),
      );
      expect(trail.map((entry) => entry.action_type)).toEqual(['member_leave']);
    });

    test('notifies owners and admins, but neither other members nor the person who left', async () => {
      const id = await organization('Parting');
      for (const role of ['admin', 'editor', 'viewer'])
        await join(id, 'stranger@x.test', { email: `${role}@x.test`, role });
      await call(`POST /organizations/${id}/leave`, 'viewer@x.test');
      const readDepartureNotices = async (email: string) =>
        body<{ notifications: Notification[] }>(await call('GET /notifications/', email))
          .notifications.filter(({ title }) => title === 'A member left Parting')
          .map(({ event_type: type, message }) => [type, message]);
      const news = [['org_membership_removed', 'viewer@x.test left Parting. Their role was viewer.']];
      expect(await readDepartureNotices('stranger@x.test')).toEqual(news);
      expect(await readDepartureNotices('admin@x.test')).toEqual(news);
      expect(await readDepartureNotices('editor@x.test')).toEqual([]);
      expect(await readDepartureNotices('viewer@x.test')).toEqual([]);
      expect((await mailTo('admin@x.test')).text).toContain('viewer@x.test left Parting.');
    });

    test('keeps one of two owners who leave concurrently', async () => {
      const id = await organization('Two owners');
      await join(id, 'stranger@x.test', { email: 'viewer@x.test', role: 'owner' });
      const answers = await Promise.all(
        ['stranger@x.test', 'viewer@x.test'].map((email) => call(`POST /organizations/${id}/leave`, email)),
      );
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 409]);
    });
  });

  describe('the right to invite', () => {
    const invited = async (path: string, by: string, role: string) => {
      const email = `${role}-of-${by}`;
      return body<Invitation>(await call(`POST ${path}/invitations`, by, { email, role })).id;
    };
    const statuses = async (path: string) =>
      Object.fromEntries(
        body<Invitation[]>(await call(`GET ${path}/invitations?status=all`, 'stranger@x.test')).map(
          ({ id, status }) => [id, status],
        ),
      );

    test.each([
      ['removal', 'DELETE', {}],
      ['demotion', 'PUT', { role: 'viewer' }],
    ])("ends on %s, which also revokes the person's open invitations", async (end, method, given) => {
      const id = await organization(`Backdoor by ${end}`);
      const path = `/organizations/${id}`;
      const userId = await join(id, 'stranger@x.test', { email: 'viewer@x.test', role: 'admin' });
      const [theirs, others] = [
        await invited(path, 'viewer@x.test', 'admin'),
        await invited(path, 'stranger@x.test', 'viewer'),
      ];
      expect(
        (await call(`${method} ${path}/members/${userId}`, 'stranger@x.test', given)).statusCode,
      ).toBeLessThan(300);
      expect(await statuses(path)).toMatchObject({ [theirs]: 'revoked', [others]: 'pending' });
      expect(await outcome(`POST ${path}/invitations/${theirs}/accept`, 'admin-of-viewer@x.test')).toEqual([
        409,
        'Invitation is already revoked',
      ]);
      const trail = body<AuditEntry[]>(
        await get(world.app, `/audits?organization_id=${id}&target_id=${theirs}`, 'stranger@x.test'),
      );
      expect(trail[0]).toMatchObject({ action_type: 'invitation_revoke', metadata: { reason: 'sender' } });
    });

    test('ends for roles that the sender may no longer grant, and on leaving', async () => {
      const id = await organization('Former owner');
      const path = `/organizations/${id}`;
      const userId = await join(id, 'stranger@x.test', { email: 'viewer@x.test', role: 'owner' });
      const [owner, editor] = [
        await invited(path, 'viewer@x.test', 'owner'),
        await invited(path, 'viewer@x.test', 'editor'),
      ];
      await call(`PUT ${path}/members/${userId}`, 'stranger@x.test', { role: 'admin' });
      expect(await statuses(path)).toMatchObject({ [owner]: 'revoked', [editor]: 'pending' });
      expect((await call(`POST ${path}/leave`, 'viewer@x.test')).statusCode).toBe(204);
      expect(await statuses(path)).toMatchObject({ [editor]: 'revoked' });
    });
  });

  test.each(['not_requested', 'pending', 'denied', 'revoked'])(
    'lets people whose beta access is %s neither create organizations nor invite',
    async (status) => {
      const email = `${status.replace('_', '-')}@x.test`;
      await get(world.app, '/user-info', email);
      await setStatus(email, 'accepted');
      const id = await organization(`Of ${status}`, email);
      const path = `/organizations/${id}`;
      const pending = body<Invitation>(
        await call(`POST ${path}/invitations`, email, { email: 'other@x.test', role: 'viewer' }),
      );
      await setStatus(email, status);
      const refused = await Promise.all(
        [
          ['POST /organizations/', { name: `Mine ${status}` }],
          [`PUT ${path}`, { name: `Changed ${status}` }],
          [`POST ${path}/members`, { email: 'viewer@x.test' }],
          [`POST ${path}/invitations`, { email: 'viewer@x.test', role: 'viewer' }],
          [`POST ${path}/invitations/${pending.id}/resend`, undefined],
        ].map(([key, given]) => call(key as string, email, given)),
      );
      for (const answer of refused) {
        expect([answer.statusCode, body(answer)]).toMatchObject([403, { code: 'beta_access_required' }]);
      }
      // Read access to their organizations remains.
      expect((await call(`GET ${path}`, email)).statusCode).toBe(200);
    },
  );

  describe('names', () => {
    const rename = (name: string) =>
      send(world.app, 'PATCH /users/me', 'viewer@x.test', { body: { display_name: name } });
    test.each([
      ['a line break', 'Ac\nme'],
      ['a control character', 'Ac\u0007me'],
      ['a line separator', 'Ac\u2028me'],
      ['a zero-width space', 'Ac\u200bme'],
      ['a direction override', '\u202eemcA'],
      ['a soft hyphen', 'Ac\u00adme'],
      ['a filler', 'Ac\u3164me'],
      ['a character that is none', 'Ac\uffffme'],
      ['letters that reach into other lines', `A${'\u0301'.repeat(5)}cme`],
    ])('rejects names with %s and explains why', async (_what, name) => {
      const problem =
        'Names cannot contain line breaks, control characters, invisible characters or more than four accents on a letter.';
      const made = await call('POST /organizations/', 'stranger@x.test', { name });
      expect(made.statusCode).toBe(422);
      expect(made.body).toContain(problem);
      expect((await rename(name)).body).toContain(problem);
      expect(
        (await call('POST /users/me/tokens', 'stranger@x.test', { name, scopes: ['read'] })).body,
      ).toContain(problem);
      const sendInPersonal = (operation: string, body: object) =>
        send(world.app, operation, 'stranger@x.test', { body, headers: { 'x-active-scope': 'personal' } });
      expect((await sendInPersonal('POST /keywords/', { keyword_text: name })).body).toContain(problem);
      const view = { name, parameters: {}, is_shared: false };
      expect((await sendInPersonal('POST /saved-views/', view)).body).toContain(problem);
    });

    test('accepts names with emoji and non-Latin scripts', async () => {
      for (const name of [
        '北京 团队',
        'Команда',
        'Việt\u0323 Nam\u0303',
        'क्षेत्र',
        'Équipe n° 3',
        '👩🏽‍💻 builders ❤️',
      ]) {
        expect((await call('POST /organizations/', 'stranger@x.test', { name })).statusCode).toBe(201);
      }
    });

    test.each(['Аlpha', 'A l p h a', 'A1pha', 'Ａlpha', 'AIpha'])(
      'rejects %s next to Alpha, for new and existing organizations',
      async (name) => {
        const id = await organization(`Other ${name.codePointAt(0)} ${name.codePointAt(1)}`);
        const refusal = [
          409,
          'This name is too similar to another organization’s name. Choose a different one.',
        ];
        expect(await outcome('POST /organizations/', 'stranger@x.test', { name })).toEqual(refusal);
        expect(await outcome(`PUT /organizations/${id}`, 'stranger@x.test', { name })).toEqual(refusal);
      },
    );

    test('accepts one of several concurrent lookalikes, and lets an owner respell the name', async () => {
      const answers = await Promise.all(
        ['Zebra one', 'Zebra 0ne', 'Zеbra one', 'Zebraone'].map((name) =>
          call('POST /organizations/', 'stranger@x.test', { name }),
        ),
      );
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409, 409]);
      const made = body<{ id: string }>(answers.find((answer) => answer.statusCode === 201)!);
      expect(
        (await call(`PUT /organizations/${made.id}`, 'stranger@x.test', { name: 'ZebraOne' })).statusCode,
      ).toBe(200);
    });
  });

  test('answers 429 to a person who exceeds the invitation limit, counting failed calls', async () => {
    const path = `/organizations/${await organization('Spammers')}/members`;
    const { hits } = CALL_LIMITS.invitations;
    await world.database.write(SYSTEM, (handle) =>
      handle.execute(sql`update rate_counters set hits = ${hits - 1} where key like 'invitations:%'`),
    );
    expect((await call(`POST ${path}`, 'stranger@x.test', { email: 'no address' })).statusCode).toBe(422);
    const refused = await call(`POST ${path}`, 'stranger@x.test', { email: 'viewer@x.test' });
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});
