/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type {
  AuditEntry,
  Invitation,
  Member,
  Notification,
  Organization,
} from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { peopleCalls } from '../../testing/peopleCalls';
import { body, get, ids, send } from '../../testing/testApp';
import { sendWhileRowLocked } from '../../testing/waiting';

const SYSTEM = { kind: 'system' } as const;
type Invited = Member & { invitation_id: string };

onOneEngine('organizations and people', (world) => {
  const { call, join, detail, outcome, user, mailTo, tokenIn } = peopleCalls(world);
  const alpha = `/organizations/${ids.alphaOrg}`;

  describe('organizations', () => {
    test('can be created by anyone; names are unique ignoring case, even concurrently', async () => {
      const answers = await Promise.all(
        ['Gamma', 'gamma', ' GAMMA '].map((name) =>
          call('POST /organizations/', 'stranger@x.test', { name }),
        ),
      );
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409]);
      expect(await outcome('POST /organizations/', 'stranger@x.test', { name: ' ' })).toEqual([
        422,
        'Organization name is required',
      ]);
      const made = answers.find((answer) => answer.statusCode === 201);
      const { id } = body<Organization>(made!);
      const list = body<Organization[]>(await get(world.app, '/organizations/manageable', 'stranger@x.test'));
      expect(list.map((item) => item.id)).toEqual([id]);
      expect(await outcome(`PUT /organizations/${id}`, 'stranger@x.test', { name: 'ALPHA' })).toEqual([
        409,
        'Organization name already exists',
      ]);
      expect(body(await call(`PUT /organizations/${id}`, 'stranger@x.test', { slug: 'g' }))).toMatchObject({
        slug: 'g',
      });
      expect(body(await call(`PUT /organizations/${id}`, 'stranger@x.test', { slug: '' }))).toMatchObject({
        slug: null,
      });
      const joins = { email: 'root@x.test', role: 'viewer' };
      await join(id, 'stranger@x.test', joins);
      const membership = async () =>
        (await get(world.app, `/agents/?scope=organization&organization_id=${id}`, 'stranger@x.test'))
          .headers['x-scope-membership'];
      expect(await membership()).toBeUndefined();
      const invited = { email: 'viewer@x.test', role: 'viewer' };
      expect(
        (await call(`POST /organizations/${id}/invitations`, 'stranger@x.test', invited)).statusCode,
      ).toBe(201);
      const invitations = async () =>
        body<{ notifications: { action_url: string | null }[] }>(
          await call('GET /notifications/', 'viewer@x.test'),
        ).notifications.filter(({ action_url: url }) => url?.includes(`org=${id}`));
      expect(await invitations()).toHaveLength(1);
      expect((await call(`DELETE /organizations/${id}`, 'stranger@x.test')).statusCode).toBe(204);
      expect(await membership()).toBe('none');
      // An invitation to a deleted organization would lead nowhere.
      expect(await invitations()).toEqual([]);
      // Notifies the members, but not the actor.
      const inbox = async (email: string) =>
        body<{ notifications: { event_type: string; title: string }[] }>(
          await call('GET /notifications/', email),
        ).notifications.filter(({ title }) => title.endsWith(' was deleted'));
      expect(await inbox('root@x.test')).toMatchObject([{ event_type: 'org_membership_removed' }]);
      expect(await inbox('stranger@x.test')).toEqual([]);
    });

    test('are hidden from strangers, visible to members and changeable by managers', async () => {
      expect(await outcome(`GET ${alpha}`, 'stranger@x.test')).toEqual([404, 'Organization not found']);
      expect(await outcome(`GET ${alpha}/members`, 'stranger@x.test')).toEqual([
        404,
        'Organization not found',
      ]);
      expect((await call(`GET ${alpha}`, 'viewer@x.test')).statusCode).toBe(200);
      expect(await outcome(`PUT ${alpha}`, 'editor@x.test', { name: 'x' })).toEqual([403, 'Forbidden']);
      expect(await outcome('GET /organizations/admin', 'owner@x.test')).toEqual([
        403,
        'Superadmin access required',
      ]);
      expect((await call('GET /organizations/admin', 'root@x.test')).statusCode).toBe(200);
      expect(await outcome(`DELETE ${alpha}`, 'owner@x.test')).toEqual([
        409,
        'Organization not empty; empty it before deletion. It still has 2 memory blocks, 1 archived memory block, and 1 agent.',
      ]);
    });

    test('are read-only while inactive', async () => {
      await call(`PUT ${alpha}`, 'owner@x.test', { is_active: false });
      const scope = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
      const refused = await send(world.app, 'POST /agents/', 'owner@x.test', {
        headers: scope,
        body: { agent_name: 'late' },
      });
      expect([refused.statusCode, detail(refused)]).toEqual([
        403,
        'The organization is inactive and can only be read.',
      ]);
      expect((await get(world.app, '/memory-blocks', 'owner@x.test', scope)).statusCode).toBe(200);
      const edit = await send(world.app, `PUT /memory-blocks/${ids.block(1)}`, 'owner@x.test', {
        headers: scope,
        body: { errors: 'x' },
      });
      expect(edit.statusCode).toBe(403);
      await call(`PUT ${alpha}`, 'owner@x.test', { is_active: true });
    });
  });

  describe('members', () => {
    const member = async (email: string) => `${alpha}/members/${await user(email)}`;

    test('cannot change themselves, nor owners as admins, and the last owner cannot be removed', async () => {
      const self = 'You cannot change your own role or remove yourself, but you can leave the organization.';
      expect(await outcome(`PUT ${await member('owner@x.test')}`, 'owner@x.test', { role: 'admin' })).toEqual(
        [403, self],
      );
      expect(await outcome(`DELETE ${await member('admin@x.test')}`, 'admin@x.test')).toEqual([403, self]);
      const last = 'An organization needs at least one owner. Make someone else an owner first.';
      expect(await outcome(`PUT ${await member('owner@x.test')}`, 'root@x.test', { role: 'viewer' })).toEqual(
        [409, last],
      );
      expect(await outcome(`DELETE ${await member('owner@x.test')}`, 'root@x.test')).toEqual([409, last]);
      expect(await outcome(`DELETE ${await member('owner@x.test')}`, 'admin@x.test')).toEqual([
        403,
        'Only an owner can change or remove an owner.',
      ]);
      expect(
        await outcome(`PUT ${await member('editor@x.test')}`, 'admin@x.test', { role: 'owner' }),
      ).toEqual([403, 'Only an owner can make someone an owner.']);
      expect(await outcome(`DELETE ${await member('viewer@x.test')}`, 'editor@x.test')).toEqual([
        403,
        'Forbidden',
      ]);
    });

    test('resolve two owners demoting each other concurrently with one success and one 409', async () => {
      await call(`PUT ${await member('admin@x.test')}`, 'owner@x.test', { role: 'owner' });
      const [first, second] = [await member('owner@x.test'), await member('admin@x.test')];
      const both = () =>
        Promise.all([
          call(`PUT ${second}`, 'owner@x.test', { role: 'admin' }),
          call(`PUT ${first}`, 'admin@x.test', { role: 'admin' }),
        ]);
      const answers = await (world.engine === 'embedded'
        ? both()
        : sendWhileRowLocked(world.database, ids.alphaOrg, 2, both));
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
      const roles = body<Member[]>(await call(`GET ${alpha}/members`, 'root@x.test'));
      expect(roles.filter((item) => item.role === 'owner')).toHaveLength(1);
      if (answers[1]?.statusCode === 200) {
        await call(`PUT ${first}`, 'admin@x.test', { role: 'owner' });
        await call(`PUT ${second}`, 'owner@x.test', { role: 'admin' });
      }
    });

    test('get the flags of a new role unless flags are sent, and a notification', async () => {
      const key = `PUT ${await member('viewer@x.test')}`;
      expect(body(await call(key, 'admin@x.test', { role: 'editor' }))).toMatchObject({
        role: 'editor',
        can_write: true,
      });
      expect(body(await call(key, 'admin@x.test', { can_write: false }))).toMatchObject({
        role: 'editor',
        can_write: false,
      });
      expect(body(await call(key, 'admin@x.test', { role: 'viewer' }))).toMatchObject({
        can_read: true,
        can_write: false,
      });
      const inbox = body<{ notifications: Notification[] }>(
        await get(world.app, '/notifications', 'viewer@x.test'),
      );
      expect(inbox.notifications.map((item) => item.event_type)).toEqual([
        'org_role_changed',
        'org_role_changed',
      ]);
      expect((await mailTo('viewer@x.test')).text).toContain('from editor to viewer');
      expect(await outcome(key, 'admin@x.test', { role: 'king' })).toEqual([422, 'Invalid role']);
    });

    test('are added once, by accepting, and can be removed', async () => {
      const add = { email: ' Stranger@X.test ', role: 'viewer' };
      const added = body<Invited>(await call(`POST ${alpha}/members`, 'owner@x.test', add));
      expect(added).toMatchObject({ status: 'added', email: 'stranger@x.test', can_write: false });
      expect(await outcome(`POST ${alpha}/members`, 'owner@x.test', add)).toEqual([
        409,
        'Pending invitation already exists for this email',
      ]);
      await call(`POST ${alpha}/invitations/${added.invitation_id}/accept`, 'stranger@x.test');
      expect(await outcome(`POST ${alpha}/members`, 'owner@x.test', add)).toEqual([
        409,
        'User already a member',
      ]);
      expect(await outcome(`POST ${alpha}/members`, 'owner@x.test', {})).toEqual([422, 'Email is required']);
      expect((await call(`DELETE ${await member('stranger@x.test')}`, 'owner@x.test')).statusCode).toBe(204);
      expect(await outcome(`DELETE ${await member('stranger@x.test')}`, 'owner@x.test')).toEqual([
        404,
        'Membership not found',
      ]);
    });
  });

  describe('invitations', () => {
    const invite = (email: string, role = 'editor', by = 'owner@x.test') =>
      call(`POST ${alpha}/invitations`, by, { email, role });

    test('allow one pending invitation per email, ignoring case, with an escaped mail and an unstored secret', async () => {
      await send(world.app, 'PATCH /users/me', 'owner@x.test', { body: { display_name: '<b>Olga</b>' } });
      const made = await invite('Carol@X.test');
      expect(body<Invitation>(made)).toMatchObject({ email: 'carol@x.test', token: null, status: 'pending' });
      expect(
        await outcome(`POST ${alpha}/invitations`, 'owner@x.test', { email: 'carol@x.test', role: 'viewer' }),
      ).toEqual([409, 'Pending invitation already exists for this email']);
      const mail = await mailTo('carol@x.test');
      const secret = tokenIn(mail.text);
      expect(secret).toHaveLength(64);
      expect(mail.html).toContain('&lt;b&gt;Olga&lt;/b&gt;');
      expect(mail.html).not.toContain('<b>Olga');
      expect(mail.text).toContain(
        `http://localhost:3000/login?accept_invite=${body<Invitation>(made).id}&org=`,
      );
      const stored = await world.database.read(SYSTEM, (handle) =>
        handle.execute(sql`select row_to_json(i)::text as invitation from invitations i`),
      );
      expect(JSON.stringify(stored.rows)).not.toContain(secret);
      expect((await invite('not an address')).statusCode).toBe(422);
      expect((await invite('viewer@x.test')).statusCode).toBe(409);
      expect((await invite('new-owner@x.test', 'owner', 'admin@x.test')).statusCode).toBe(403);
      expect((await invite('x@x.test', 'viewer', 'editor@x.test')).statusCode).toBe(403);
    });

    test('can only be accepted by the invited email with the newest link, and only once', async () => {
      const { id } = body<Invitation>(await invite('dora@x.test'));
      const old = tokenIn((await mailTo('dora@x.test')).text);
      expect((await call(`POST ${alpha}/invitations/${id}/resend`, 'owner@x.test')).statusCode).toBe(200);
      const fresh = tokenIn((await mailTo('dora@x.test')).text);
      const accept = (token: string, email: string | null) =>
        outcome(`POST ${alpha}/invitations/${id}/accept?token=${token}`, email);
      expect(await accept(fresh, 'stranger@x.test')).toEqual([403, 'Invitation is for a different user']);
      expect((await accept(old, 'dora@x.test'))[0]).toBe(403);
      expect((await accept(fresh, null))[0]).toBe(401);
      const answers = await Promise.all([1, 2, 3].map(() => accept(fresh, 'dora@x.test')));
      expect(answers.map(([status]) => status).sort()).toEqual([200, 409, 409]);
      expect(answers.find(([status]) => status === 409)?.[1]).toBe('Invitation is already accepted');
      const inbox = body<{ notifications: Notification[] }>(
        await get(world.app, '/notifications', 'owner@x.test'),
      );
      expect(inbox.notifications[0]).toMatchObject({ event_type: 'org_invitation_accepted' });
      for (const [key, text] of [
        [`DELETE ${alpha}/invitations/${id}`, 'Invitation is already accepted'],
        [`POST ${alpha}/invitations/${id}/resend`, 'Invitation is already accepted'],
      ] as const) {
        expect(await outcome(key, 'owner@x.test')).toEqual([409, text]);
      }
    });

    test('are reported as expired, cannot be accepted then, and do not block a new one', async () => {
      const { id } = body<Invitation>(await invite('eve@x.test'));
      await world.database.write(SYSTEM, (handle) =>
        handle.execute(sql`update invitations set expires_at = now() - interval '1 second' where id = ${id}`),
      );
      expect(await outcome(`POST ${alpha}/invitations/${id}/accept`, 'eve@x.test')).toEqual([
        400,
        'Invitation has expired',
      ]);
      const expired = body<Invitation[]>(
        await get(world.app, `${alpha}/invitations?status=expired`, 'admin@x.test'),
      );
      expect(expired.map((item) => item.id)).toEqual([id]);
      expect((await invite('eve@x.test')).statusCode).toBe(201);
      const counts = await get(world.app, `${alpha}/invitations/counts`, 'admin@x.test');
      expect(body(counts)).toMatchObject({ expired: 1, accepted: 2 });
    });

    test("appear once in the invitee's dashboard; declining counts as revoked", async () => {
      const { id } = body<Invitation>(await invite('stranger@x.test'));
      await call(`POST ${alpha}/invitations/${id}/resend`, 'owner@x.test');
      const inbox = body<{ notifications: Notification[] }>(
        await get(world.app, '/notifications', 'stranger@x.test'),
      );
      const about = inbox.notifications.filter((item) => item.metadata?.['invitation_id'] === id);
      expect(about).toHaveLength(1);
      expect(about[0]?.action_url).toMatch(/^\/login\?accept_invite=/);
      expect(JSON.stringify(about)).not.toContain('token');
      expect(body(await call(`POST ${alpha}/invitations/${id}/decline`, 'stranger@x.test'))).toEqual({
        status: 'revoked',
      });
      const trail = await get(
        world.app,
        `/audits?organization_id=${ids.alphaOrg}&target_type=invitation&target_id=${id}`,
        'owner@x.test',
      );
      expect(body<AuditEntry[]>(trail).map((entry) => entry.action_type)).toEqual([
        'invitation_decline',
        'invitation_resend',
        'invitation_create',
      ]);
      expect(trail.headers['x-total-count']).toBe('3');
      expect((await get(world.app, '/audits', 'owner@x.test')).statusCode).toBe(403);
      expect((await get(world.app, '/audits', 'root@x.test')).statusCode).toBe(200);
    });
  });
});

onOneEngine('reading an invitation', (world) => {
  const { call, outcome, mailTo, tokenIn } = peopleCalls(world);
  const invitations = `/organizations/${ids.alphaOrg}/invitations`;
  const invite = async (email: string) => {
    const made = await call(`POST ${invitations}`, 'owner@x.test', { email, role: 'editor' });
    return `${invitations}/${body<Invitation>(made).id}`;
  };

  test('shows organization, inviter and role to the invited person only', async () => {
    await send(world.app, 'PATCH /users/me', 'owner@x.test', { body: { display_name: 'Olga' } });
    const path = await invite('frida@x.test');
    const token = tokenIn((await mailTo('frida@x.test')).text);
    expect(body(await get(world.app, `${path}?token=${token}`, 'frida@x.test'))).toMatchObject({
      organization_name: 'Alpha',
      inviter_name: 'Olga',
      role: 'editor',
    });
    expect(await outcome(`GET ${path}`, 'viewer@x.test')).toEqual([
      403,
      'Invitation is for a different user',
    ]);
    expect((await outcome(`GET ${path}?token=old`, 'frida@x.test'))[0]).toBe(403);
    await call(`DELETE ${path}`, 'owner@x.test');
    expect(await outcome(`GET ${path}`, 'frida@x.test')).toEqual([409, 'Invitation is already revoked']);
  });

  test.each(['accept', 'decline'])('removes the notification of the invitation on %s', async (answer) => {
    const email = `${answer}s@x.test`;
    await get(world.app, '/user-info', email);
    const path = await invite(email);
    const inbox = async () =>
      body<{ notifications: Notification[] }>(await call('GET /notifications/', email)).notifications.filter(
        ({ event_type: type }) => type === 'org_invitation',
      );
    expect(await inbox()).toMatchObject([{ action_text: 'View Invitation' }]);
    expect((await call(`POST ${path}/${answer}`, email)).statusCode).toBe(200);
    expect(await inbox()).toEqual([]);
  });

  test('lets managers distinguish a decline from a revocation', async () => {
    await call(`DELETE ${await invite('greta@x.test')}`, 'owner@x.test');
    await call(`POST ${await invite('henry@x.test')}/decline`, 'henry@x.test');
    const revoked = await get(world.app, `${invitations}?status=revoked`, 'owner@x.test');
    const declined = new Map(body<Invitation[]>(revoked).map((row) => [row.email, row.declined]));
    expect([declined.get('greta@x.test'), declined.get('henry@x.test')]).toEqual([false, true]);
  });
});
