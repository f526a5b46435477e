/** @jest-environment node */
import type { FastifyInstance } from 'fastify';
import type { Job } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { mcpClient } from '../../testing/mcpClient';
import { ALPHA } from '../../testing/recordCalls';
import { body, get, ids, ownPage, testApp } from '../../testing/testApp';
import { until } from '../../testing/waiting';

onOneEngine('the developer of DEV_MODE', (world) => {
  let app: FastifyInstance;
  beforeAll(async () => {
    // Every process of a service has one configuration: a second one without DEV_MODE would take the jobs as well.
    await world.app.close();
    app = testApp(world.database, { DEV_MODE: 'true' });
  });

  const write = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/keywords/`,
      headers: { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg, ...headers },
      payload: { keyword_text: `by ${Object.keys(headers).join(' ') || 'a program'}` },
    });

  test('is a superadmin past every gate', async () => {
    const answer = await get(app, '/user-info');
    expect(answer.statusCode).toBe(200);
    expect(body(answer)).toMatchObject({
      authenticated: true,
      email: 'dev@localhost',
      display_name: 'Development User',
      is_superadmin: true,
      beta_access_admin: true,
      beta_access_status: 'accepted',
    });
    expect((await get(app, `/memory-blocks/${ids.block(2)}`)).statusCode).toBe(200);
  });

  test('writes by a program without a security token, never by a page of another site', async () => {
    expect((await write({})).statusCode).toBe(201);
    const { 'x-gateway-secret': secret, ...page } = ownPage('owner@x.test');
    delete (page as Record<string, string>)['x-auth-request-email'];
    expect(secret).toBeDefined();
    expect((await write(page)).statusCode).toBe(201);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { 'sec-fetch-site': 'cross-site' },
      { cookie: 'a=b' },
    ];
    for (const headers of foreign) expect((await write(headers)).statusCode).toBe(403);
  });

  test('runs bulk work at once and as a job', async () => {
    const generate = (headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/memory-blocks/bulk-generate-keywords',
        headers: { ...ALPHA, ...headers },
        payload: { memory_block_ids: [ids.block(2)] },
      });
    const now = await generate({});
    expect([now.statusCode, body(now)]).toMatchObject([200, { successful_count: 1 }]);
    const { job_id: id } = body<Job>(await generate({ prefer: 'respond-async' }));
    const job = await until(
      async () => body<Job>(await get(app, `/jobs/${id}`)),
      ({ finished_at: end }) => end !== null,
    );
    expect(job).toMatchObject({ status: 'completed', succeeded: 1, error: null });
  });

  const THROUGH_OTHERS: [string, Record<string, string>][] = [
    ['a request through a proxy', { 'x-forwarded-for': '203.0.113.9' }],
    ['the gateway without a session', { 'x-gateway-secret': 'a-secret-between-two-servers' }],
  ];

  test.each([
    ...THROUGH_OTHERS,
    ['a foreign name that leads to this machine', { host: 'evil.test' }],
    ['an unverified identity header', { 'x-auth-request-email': 'owner@x.test' }],
  ])('is not %s', async (_, headers) => {
    expect((await get(app, '/user-info', null, headers)).statusCode).toBe(401);
  });

  test.each(THROUGH_OTHERS)('is not an agent of %s', async (way, headers) => {
    const make = async (agent_name: string, more?: Record<string, string>) => {
      const client = await mcpClient(app, undefined, more);
      const { text } = await client.call('create_agent', { agent_name, workspace: 'personal' });
      await client.close();
      return text;
    };
    expect(await make(`Beside ${way}`)).toContain(`Beside ${way}`);
    await expect(make(`By ${way}`, headers)).rejects.toThrow('Sign in to use this server');
  });

  test('is not another machine, and no one else is the developer', async () => {
    const far = await app.inject({ method: 'GET', url: '/user-info', remoteAddress: '203.0.113.9' });
    expect(far.statusCode).toBe(401);
    expect(body(await get(app, '/user-info', 'viewer@x.test'))).toMatchObject({ email: 'viewer@x.test' });
    expect(
      (await app.inject({ method: 'GET', url: '/user-info', headers: { authorization: 'Bearer x' } }))
        .statusCode,
    ).toBe(401);
  });

  test('does not exist unless DEV_MODE says so', async () => {
    await app.close();
    const others = testApp(world.database);
    expect((await get(others, '/user-info')).statusCode).toBe(401);
    await others.close();
  });
});
