/** @jest-environment node */
import type { Invitation, Notification } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { peopleCalls } from '../../testing/peopleCalls';
import { body, get, ids, send } from '../../testing/testApp';

onOneEngine('what people read of an invitation', (world) => {
  const { call, outcome, mailTo, tokenIn } = peopleCalls(world);
  const invitations = `/organizations/${ids.alphaOrg}/invitations`;
  const invite = async (email: string) => {
    const made = await call(`POST ${invitations}`, 'owner@x.test', { email, role: 'editor' });
    return `${invitations}/${body<Invitation>(made).id}`;
  };

  test('the invited person reads organization, inviter and role before answering, and no one else', async () => {
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

  test.each(['accept', 'decline'])('the invitation leaves the notifications with its %s', async (answer) => {
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

  test('managers can distinguish a decline from a revocation', async () => {
    await call(`DELETE ${await invite('greta@x.test')}`, 'owner@x.test');
    await call(`POST ${await invite('henry@x.test')}/decline`, 'henry@x.test');
    const revoked = await get(world.app, `${invitations}?status=revoked`, 'owner@x.test');
    const declined = new Map(body<Invitation[]>(revoked).map((row) => [row.email, row.declined]));
    expect([declined.get('greta@x.test'), declined.get('henry@x.test')]).toEqual([false, true]);
  });
});
