/** @jest-environment node */
import type { LightMyRequestResponse } from 'fastify';
import type { AuditEntry, Invitation } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { peopleCalls } from '../../testing/peopleCalls';
import { body, get } from '../../testing/testApp';

const CHANGING = /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Everything of an answer but ids, times and the email itself. */
function seen({ statusCode, headers, body: text }: LightMyRequestResponse, email: string) {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return { statusCode, headers: rest, text: text.replaceAll(email, 'email').replace(CHANGING, '…') };
}

onOneEngine('what answers tell about an email', (world) => {
  const { call } = peopleCalls(world);
  // Of the same length, so that the length of an answer is compared too.
  const [KNOWN, UNKNOWN] = ['viewer@x.test', 'nowher@x.test'];

  test('calls, lists and the trail of an inviter are the same with an account and without', async () => {
    const by = 'stranger@x.test';
    const answersFor = async (email: string, name: string) => {
      const { id } = body<{ id: string }>(await call('POST /organizations/', by, { name }));
      const path = `/organizations/${id}`;
      const added = await call(`POST ${path}/members`, by, { email, role: 'editor' });
      const { invitation_id: first } = body<{ invitation_id: string }>(added);
      const invite = () => call(`POST ${path}/invitations`, by, { email, role: 'viewer' });
      const answers = [
        added,
        await call(`POST ${path}/members`, by, { email, role: 'editor' }),
        await invite(),
        await call(`POST ${path}/invitations/${first}/resend`, by),
        await call(`GET ${path}/members`, by),
        await call(`PUT ${path}/members/${first}`, by, { role: 'admin' }),
        await call(`DELETE ${path}/members/${first}`, by),
        await call(`DELETE ${path}/invitations/${first}`, by),
      ];
      const again = await invite();
      const second = body<Invitation>(again).id;
      answers.push(again, await get(world.app, `${path}/invitations?status=all`, by));
      answers.push(await get(world.app, `${path}/invitations/counts`, by));
      answers.push(await call(`POST ${path}/invitations/${second}/accept`, by));
      const trail = await get(world.app, `/audits?organization_id=${id}`, by);
      expect(body<AuditEntry[]>(trail)).toHaveLength(5);
      answers.push(trail, await get(world.app, '/notifications', by));
      return answers.map((answer) => seen(answer, email));
    };
    const [known, unknown] = [await answersFor(KNOWN, 'Probe A'), await answersFor(UNKNOWN, 'Probe B')];
    const named = JSON.stringify(known).replaceAll('Probe A', 'Probe B');
    expect(JSON.parse(named)).toEqual(unknown);
  });
});
