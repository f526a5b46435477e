/** Whose word counts: the gateway's about a session it knows, and nobody else's. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { memoryCards, switcher } from '../support/frame';
import { people, signIn } from '../support/people';
import { idsOf } from '../support/rows';
import { identityHeaders, PUBLIC, type Rows, scopeOf, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

const OWNER = people.owner.email;

test('identity headers of a client are nothing to the gateway, not even with the real secret', async ({
  stack,
}) => {
  const { gateway } = stack.urls;
  const claims: Record<string, string>[] = [
    identityHeaders(stack, OWNER),
    { X_Auth_Request_Email: OWNER, X_Gateway_Secret: stack.gatewaySecret },
    { 'X-Forwarded-Email': OWNER, 'X-Forwarded-User': OWNER, 'Remote-User': OWNER },
    { Cookie: `_hindsight_session=${Buffer.from(JSON.stringify({ email: OWNER })).toString('base64url')}.x` },
  ];
  for (const headers of claims) {
    for (const base of ['/api', '/guest-api']) {
      const who = await fetch(`${gateway}${base}/user-info`, { headers });
      expect(who.status, JSON.stringify(headers)).toBe(401);
      const own = await fetch(`${gateway}${base}/memory-blocks/?scope=personal`, { headers });
      expect(((await own.json()) as Rows<MemoryBlock>).total_items).toBe(0);
    }
  }
});

test('identity headers without the secret are nothing to the service', async ({ stack }) => {
  const { service } = stack.urls;
  for (const secret of [undefined, '', 'guess', `${stack.gatewaySecret}x`]) {
    const headers: Record<string, string> = { 'X-Auth-Request-Email': OWNER };
    if (secret !== undefined) headers['X-Gateway-Secret'] = secret;
    expect((await fetch(`${service}/user-info`, { headers })).status).toBe(401);
    const rows = await fetch(`${service}/memory-blocks/?scope=public`, { headers });
    expect(idsOf((await rows.json()) as Rows<MemoryBlock>)).toEqual(
      idsOf(await serviceFor(stack, null).blocks(PUBLIC, '')),
    );
  }
});

test('a session stays the session whatever identity the page claims beside it', async ({ page, stack }) => {
  await signIn(page, people.pending);
  await expect(page).toHaveURL('/beta-access/pending');
  const answer = await page.evaluate(
    async (headers) => (await fetch('/api/user-info', { headers })).json(),
    identityHeaders(stack, OWNER),
  );
  expect(answer).toMatchObject({ email: people.pending.email, beta_access_status: 'pending' });
});

test('a write with a session needs the token of that session', async ({ page, expectConsole }) => {
  expectConsole(/status of 403 .*beta-access\/request/);
  await signIn(page, people.pending);
  await expect(page).toHaveURL('/beta-access/pending');
  const status = await page.evaluate(
    async () => (await fetch('/api/beta-access/request', { method: 'POST' })).status,
  );
  expect(status).toBe(403);
});

test('a foreign organization in the scope shows nothing of it', async ({ stack }) => {
  const foreign = await scopeOf(serviceFor(stack, people.viewer.email), 'Quillmark Archive');
  const inside = serviceFor(stack, people.viewer.email);
  expect((await inside.blocks(foreign)).total_items).toBeGreaterThan(0);
  const [secret] = (await inside.blocks(foreign, 'limit=1')).items;
  for (const voice of [serviceFor(stack, OWNER), serviceFor(stack, null)]) {
    expect((await voice.blocks(foreign)).total_items).toBe(0);
    expect((await voice.agents(foreign)).total_items).toBe(0);
    expect((await voice.suggestions(foreign)).total_items).toBe(0);
    expect(await voice.conversations(foreign)).toBe(0);
    await expect(voice.get(`/memory-blocks/${secret!.id}?${foreign}`)).rejects.toThrow(/ 40[34]/);
  }
});

test('a foreign organization in the browser’s memory leads to the personal workspace', async ({
  page,
  stack,
}) => {
  const foreign = await scopeOf(serviceFor(stack, people.viewer.email), 'Quillmark Archive');
  const id = new URLSearchParams(foreign).get('organization_id')!;
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page).first()).toBeVisible();
  await page.evaluate((organization) => {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of ['selectedScope', 'ACTIVE_SCOPE']) storage.setItem(key, 'organization');
      for (const key of ['selectedOrganizationId', 'ACTIVE_ORG_ID']) storage.setItem(key, organization);
    }
  }, id);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await expect(memoryCards(page).first()).toBeVisible();
  await expect(switcher(page)).toHaveAccessibleName('Workspace: Personal');
  expect(asked.filter((url) => url.includes(id))).toEqual([]);
});
