/** @jest-environment node */
import { onOneEngine } from '../../testing/engines';
import { mcpClient } from '../../testing/mcpClient';
import { body, ids, send, tokenFor } from '../../testing/testApp';

/** Findings and lessons that one session records. */
const LESSONS: readonly [content: string, lesson: string][] = [
  [
    'Checkout failed on Safari 16 because structuredClone dropped the File prototype.',
    'Copy File objects by hand before they go to the worker.',
  ],
  [
    'The nightly backup of the billing database was empty: pg_dump ran against the read replica during a failover.',
    'Check the size of each dump and run it against the primary.',
  ],
  [
    'npm ci took eleven minutes on the build agents, since the cache key held the date.',
    'Key the dependency cache by the hash of the lockfile alone.',
  ],
  [
    'A user saw the cart of somebody else after the CDN cached a response with Set-Cookie.',
    'Send Cache-Control: private with every personalised answer.',
  ],
  [
    'Migrations locked the orders table for four minutes when a column with a default was added on Postgres 10.',
    'Add the column without a default, backfill in batches, then set it.',
  ],
  [
    'The mobile app crashed at startup in Turkish, because toUpperCase of i is İ there.',
    'Compare identifiers with an invariant locale.',
  ],
  [
    'Webhook deliveries were processed twice when the provider repeated them after our timeout.',
    'Store the event id and ignore what was handled already.',
  ],
  [
    'The Kubernetes pods were killed with exit code 137 under load.',
    'Set the heap of the JVM below the memory limit of the container.',
  ],
  [
    'Emails to customers landed in spam after the new sender domain went live without DKIM.',
    'Publish SPF, DKIM and DMARC before the first mail of a domain.',
  ],
  [
    'Search results flickered while typing, because an older answer arrived after a newer one.',
    'Cancel the request before when the text changes.',
  ],
  [
    'Unit tests passed locally and failed in CI around midnight UTC.',
    'Inject the clock instead of calling Date.now in the code under test.',
  ],
  [
    'The Redis instance evicted session keys when the queue grew, since both shared one memory limit.',
    'Keep queues and sessions in separate instances.',
  ],
  [
    'The TLS handshake failed for old Android devices once the root certificate had expired.',
    'Serve the alternate chain while those devices are supported.',
  ],
  [
    'Uploads above 1 MB were refused with 413 although the service allows 50 MB.',
    'Raise client_max_body_size in nginx together with the limit of the service.',
  ],
  [
    'The scheduled report ran twice on the day when clocks went back.',
    'Schedule by UTC and convert only for display.',
  ],
  [
    'Docker images grew to three gigabytes because node_modules of the build stage was copied.',
    'Use a multi-stage build that copies the bundle only.',
  ],
  [
    'GraphQL queries for a list of invoices fired four hundred SQL statements.',
    'Load related rows in one batch per level with a data loader.',
  ],
  [
    'A leaked AWS key in a public fork was used within minutes for mining.',
    'Scan commits for secrets before they are pushed, and rotate at once.',
  ],
  ['The table widget froze the tab with fifty thousand rows.', 'Render only the rows that are in view.'],
  [
    'Feature flags were read once at import, so a rollback took effect only after a restart.',
    'Read the flag for each request.',
  ],
];

/** Paraphrased questions of a later session, with the index of the lesson that answers each. */
const QUESTIONS: readonly [question: string, answer: number][] = [
  ['Why are customers shown other people’s shopping carts?', 3],
  ['our database dump turned out to have nothing in it', 1],
  ['How do I add a column to a big table without downtime?', 4],
  ['containers keep getting OOM killed with 137', 7],
  ['tests are flaky only late at night on the CI server', 10],
  ['the same webhook event is handled two times', 6],
  ['nginx answers 413 for large file uploads', 13],
  ['page hangs when the grid has too many rows', 18],
  ['our mails end up in the spam folder', 8],
  ['N+1 SQL queries when fetching invoices', 16],
];

const FOUND_AT_LEAST = 8;
const AMONG_FIRST = 3;

onOneEngine('an agent that uses only the tools', (world) => {
  test('finds the right one of twenty recorded lessons by a paraphrase in a later session', async () => {
    const token = await tokenFor(world.app, 'owner@x.test', ['read', 'write'], ids.alphaOrg);
    const first = await mcpClient(world.app, token);
    const made: string[] = [];
    for (const [content, lessons_learned] of LESSONS) {
      const args = { content, lessons_learned, agent: 'Builder' };
      made.push((await first.call<{ id: string }>('remember', args)).data.id);
    }
    await first.close();

    const second = await mcpClient(world.app, token);
    const missed: string[] = [];
    for (const [query, answer] of QUESTIONS) {
      const { data, text } = await second.call<{ memories: { id: string }[] }>('recall', { query });
      expect(text.length).toBeLessThanOrEqual(4000);
      const best = data.memories.slice(0, AMONG_FIRST).map(({ id }) => id);
      if (!best.includes(made[answer]!)) missed.push(query);
    }
    await second.close();
    expect({ missed, isEnough: QUESTIONS.length - missed.length >= FOUND_AT_LEAST }).toMatchObject({
      isEnough: true,
    });
  });

  test('records nothing for a token of one organization when another workspace is requested', async () => {
    const token = await tokenFor(world.app, 'editor@x.test', ['read', 'write'], ids.alphaOrg);
    const agent = await mcpClient(world.app, token);
    const record = (workspace?: string) =>
      agent.call<{ id: string }>('create_memory_block', {
        content: 'x',
        lessons_learned: 'y',
        agent_id: ids.agent(1),
        ...(workspace !== undefined && { workspace }),
      });
    for (const elsewhere of ['personal', 'Public', ids.betaOrg, 'Nowhere'])
      expect(await record(elsewhere)).toMatchObject({
        isError: true,
        text: expect.stringContaining('This token works only in the workspace "Alpha"'),
      });
    expect((await agent.call('recall', { query: 'x', workspace: 'personal' })).isError).toBe(true);
    for (const here of [undefined, 'alpha', ids.alphaOrg]) expect((await record(here)).isError).toBe(false);
    await agent.close();
  });

  test('explains every failure in a sentence with advice', async () => {
    const email = 'owner@x.test';
    const token = await tokenFor(world.app, email);
    const agent = await mcpClient(world.app, token);
    const lesson = { content: 'x', lessons_learned: 'y', agent_id: ids.agent(1), workspace: ids.alphaOrg };

    // Unstorable text is reported as the error of its request.
    await expect(agent.call('create_memory_block', { ...lesson, content: '\ud800' })).rejects.toThrow(
      'The text contains an invalid character (lone surrogate).',
    );
    const nothing = { errors: null, metadata: null, conversation_id: null };
    const made = await agent.call<{ id: string }>('create_memory_block', { ...lesson, ...nothing });
    expect(made.isError).toBe(false);
    expect(
      await agent.call('get_memory_details', { memory_block_id: made.data.id, offset: 3 }),
    ).toMatchObject({
      isError: true,
      text: 'The memory has 2 characters: pass a smaller offset.',
    });
    expect(
      await agent.call('retrieve_all_memory_blocks', { agent_id: ids.agent(9), limit: null }),
    ).toMatchObject({ isError: false, text: expect.stringContaining('An id that does not exist') });
    const waiting = await mcpClient(world.app, await tokenFor(world.app, 'waiting@x.test'));
    expect((await waiting.call('whoami')).data).toMatchObject({
      beta_access: expect.stringContaining('still pending'),
      workspaces: [{ workspace: 'personal', can_read: false, can_write: false }],
    });
    await waiting.close();

    await send(world.app, 'DELETE /users/me/tokens/current', null, { token });
    // A plain HTTP 401, which tells clients to sign in again.
    await expect(agent.call('recall', { query: 'x' })).rejects.toThrow('Token not active');

    const organization = body<{ id: string }>(
      await send(world.app, 'POST /organizations/', email, { body: { name: 'Short-lived' } }),
    ).id;
    const late = await mcpClient(world.app, await tokenFor(world.app, email));
    const confined = await mcpClient(
      world.app,
      await tokenFor(world.app, email, ['read', 'write'], organization),
    );
    expect((await send(world.app, `DELETE /organizations/${organization}`, email)).statusCode).toBe(204);
    const intoNothing = await late.call('create_memory_block', { ...lesson, workspace: organization });
    expect(intoNothing).toMatchObject({
      isError: true,
      text: `There is no workspace "${organization}". Yours are: personal, Alpha, public.`,
    });
    await expect(confined.call('recall', { query: 'x' })).rejects.toThrow('Invalid token');
    await Promise.all([agent.close(), late.close(), confined.close()]);
  });
});
