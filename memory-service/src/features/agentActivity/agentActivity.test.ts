/** @jest-environment node */
import type { AgentActivity, MissedQuestion } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { mcpClient } from '../../testing/mcpClient';
import { SECRET_SAMPLES, secretText } from '../../testing/secretSamples';
import { as, body, get, ids, send, testApp, tokenFor } from '../../testing/testApp';

const ALPHA = `scope=organization&organization_id=${ids.alphaOrg}`;

interface Listed {
  items: AgentActivity[];
  next_cursor: string | null;
}

onOneEngine('agent activity', (world) => {
  /** Creates a separate agent in Alpha for each test. */
  const newAgent = async (): Promise<string> => {
    const made = await send(world.app, `POST /agents/?${ALPHA}`, 'owner@x.test', {
      body: { agent_name: `agent ${Math.random()}` },
    });
    return body<{ agent_id: string }>(made).agent_id;
  };
  const list = async (email: string, query: string) =>
    body<Listed>(await get(world.app, `/agent-activity/?${query}`, email));
  const of = (agent: string, email = 'viewer@x.test') => list(email, `agent_id=${agent}`);
  const use = (token: string, key: string, options: { body?: unknown; agent?: string; key?: string } = {}) =>
    send(world.app, key, null, {
      token,
      ...(options.body !== undefined && { body: options.body }),
      headers: {
        'user-agent': 'claude-code/2.0 (test)',
        ...(options.agent && { 'x-agent-id': options.agent }),
        ...(options.key && { 'idempotency-key': options.key }),
      },
    });
  const memory = (agent: string, content: string) => ({
    agent_id: agent,
    conversation_id: ids.conversation(1),
    content,
  });
  const search = (words: string) => `GET /memory-blocks/search/fulltext?query=${encodeURIComponent(words)}`;

  test('lists searches, choices, writes and refusals of a token, including those before it named its agent', async () => {
    const agent = await newAgent();
    const token = await tokenFor(world.app, 'editor@x.test', ['read', 'write'], ids.alphaOrg);
    const hits = body<{ id: string }[]>(await use(token, search('costs')));
    const opened = hits[0]?.id ?? '';
    await use(token, `GET /memory-blocks/${opened}`);
    const made = body<{ id: string }>(
      await use(token, 'POST /memory-blocks/', { body: memory(agent, 'Zebras need stripes.') }),
    );
    await use(token, `PUT /memory-blocks/${made.id}`, { body: { archived: true } });
    await use(token, `POST /memory-blocks/${opened}/feedback/`, { body: { feedback_type: 'positive' } });
    await use(token, `GET /memory-blocks/${ids.block(2)}`);
    await use(token, search(''));
    const { items, next_cursor } = await of(agent);
    expect(items.map(({ kind, action, status }) => [kind, action, status])).toEqual([
      ['refused', 'search', 400],
      ['refused', 'open', 404],
      ['write', 'feedback', 200],
      ['write', 'archive', 200],
      ['write', 'create', 201],
      ['read', 'open', 200],
      ['read', 'search', 200],
    ]);
    expect(next_cursor).toBeNull();
    expect(items[0]?.reason).toBe('Search query cannot be empty');
    expect(items[1]).toMatchObject({ reason: 'Memory block not found', memories: [{ preview: null }] });
    expect(items[4]?.memories).toEqual([{ id: made.id, preview: 'Zebras need stripes.', chosen: false }]);
    const found = items[6];
    expect(found).toMatchObject({
      agent_id: agent,
      token_name: 'test',
      client: expect.stringMatching(/^claude-code\/\d/),
      query: 'costs',
      search_type: 'fulltext',
      hits: hits.length,
    });
    expect(found?.memories.map(({ id, chosen }) => [id, chosen])).toEqual(
      hits.map(({ id }) => [id, id === opened]),
    );
    expect(found?.latency_ms).toBeGreaterThanOrEqual(0);
  });

  test('filters by kind, token and time, and pages with a cursor', async () => {
    const agent = await newAgent();
    const [one, other] = [
      await tokenFor(world.app, 'editor@x.test', ['read', 'write'], ids.alphaOrg),
      await tokenFor(world.app, 'owner@x.test', ['read'], ids.alphaOrg),
    ];
    for (const words of ['a', 'b', 'c']) await use(one, search(words), { agent });
    await use(other, search('d'), { agent });
    await use(other, 'POST /memory-blocks/', { agent, body: memory(agent, 'refused') });
    const all = (await of(agent)).items;
    expect(all.map(({ query }) => query)).toEqual([null, 'd', 'c', 'b', 'a']);
    const [refused, , c] = all;
    const queries = async (filter: string) =>
      (await list('viewer@x.test', `agent_id=${agent}&${filter}`)).items.map(({ query }) => query);
    expect(await queries('kind=refused')).toEqual([null]);
    expect(refused?.reason).toBe('Token lacks write scope');
    expect(await queries(`token_id=${refused?.token_id}&kind=read`)).toEqual(['d']);
    expect(await queries(`since=${c?.at}`)).toEqual([null, 'd', 'c']);
    expect(await queries(`until=${c?.at}`)).toEqual(['b', 'a']);
    const pages: (string | null)[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Listed = await list(
        'viewer@x.test',
        `agent_id=${agent}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      pages.push(page.items.map(({ query }) => query));
      cursor = page.next_cursor;
    }
    expect(pages).toEqual([[null, 'd'], ['c', 'b'], ['a']]);
    const summary = body<{ days: unknown[]; tokens: unknown[] }>(
      await get(world.app, `/agent-activity/summary?agent_id=${agent}`, 'viewer@x.test'),
    );
    expect(summary.days).toMatchObject([{ read: 4, write: 0, refused: 1 }]);
    expect(summary.tokens).toMatchObject([{ calls: 2 }, { calls: 3 }]);
  });

  test('ignores people and rejected tokens, and records an idempotent retry once', async () => {
    const agent = await newAgent();
    const token = await tokenFor(world.app, 'editor@x.test', ['read', 'write'], ids.alphaOrg);
    const write = { agent, body: memory(agent, 'once'), key: `key-${agent}` };
    for (let times = 0; times < 2; times += 1) await use(token, 'POST /memory-blocks/', write);
    await get(world.app, `/memory-blocks/search/fulltext?query=costs&${ALPHA}`, 'editor@x.test', {
      'x-agent-id': agent,
    });
    const row = body<{ id: string }[]>(await get(world.app, '/users/me/tokens', 'editor@x.test'))[0];
    await send(world.app, `DELETE /users/me/tokens/${row?.id}`, 'editor@x.test');
    expect((await use(token, search('costs'), { agent })).statusCode).toBe(401);
    expect((await of(agent)).items.map(({ action }) => action)).toEqual(['create']);
  });

  test('records one refusal, with its query, for a token that ignores the rate limit', async () => {
    const agent = await newAgent();
    const token = await tokenFor(world.app, 'editor@x.test', ['read'], ids.alphaOrg);
    const limited = testApp(world.database, { RATE_LIMIT_PER_SECOND: '1' });
    const ask = () =>
      limited.inject({
        url: '/memory-blocks/search/fulltext?query=costs',
        headers: { authorization: `Bearer ${token}`, 'x-agent-id': agent },
      });
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) statuses.push((await ask()).statusCode);
    await limited.close();
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(1);
    const refused = (await list('editor@x.test', `agent_id=${agent}&kind=refused`)).items;
    expect(refused).toMatchObject([{ status: 429, query: 'costs' }]);
  });

  test('masks secrets in queries', async () => {
    const agent = await newAgent();
    const token = await tokenFor(world.app, 'editor@x.test', ['read'], ids.alphaOrg);
    const sample = Object.values(SECRET_SAMPLES)[0]!;
    await use(token, search(`why does ${sample.text} fail`), { agent });
    const [item] = (await of(agent)).items;
    expect(item?.query).toContain('[secret removed');
    expect(item?.query).not.toContain(secretText(sample));
  });

  test('is visible to readers of the organization, and elsewhere only to the owner of the token', async () => {
    const agent = await newAgent();
    const token = await tokenFor(world.app, 'owner@x.test', ['read', 'write']);
    await use(token, `${search('private matter')}&scope=personal`, { agent });
    await use(token, `${search('team matter')}&${ALPHA}`, { agent });
    // By id, without a workspace header: the memory determines the workspace.
    await use(token, `GET /memory-blocks/${ids.block(1)}`, { agent });
    await use(token, `GET /memory-blocks/${ids.block(3)}`, { agent });
    const seenBy = async (email: string) => (await of(agent, email)).items.map(({ query }) => query);
    expect(await seenBy('owner@x.test')).toEqual([null, null, 'team matter', 'private matter']);
    for (const email of ['viewer@x.test', 'root@x.test'])
      expect(await seenBy(email)).toEqual([null, 'team matter']);
    for (const email of ['stranger@x.test', 'blind@x.test']) expect(await seenBy(email)).toEqual([]);
    const personal = await list('owner@x.test', 'scope=personal');
    expect(personal.items.map(({ query }) => query)).toEqual([null, 'private matter']);
    const guest = await get(world.app, '/agent-activity/', null);
    expect(guest.statusCode).toBe(401);
  });

  test('reveals nothing to an organization when a stranger names it, its agent or its memory', async () => {
    const agent = await newAgent();
    const token = await tokenFor(world.app, 'stranger@x.test');
    await use(token, `${search('spy')}&${ALPHA}`, { agent });
    await use(token, `GET /memory-blocks/${ids.block(1)}`, { agent });
    await use(token, `DELETE /memory-blocks/${ids.block(1)}?${ALPHA}`, { agent });
    expect((await of(agent, 'owner@x.test')).items).toEqual([]);
    const own = (await list('stranger@x.test', 'scope=personal')).items;
    expect(own.map(({ agent_id: named, query }) => [named, query])).toEqual([
      [null, null],
      [null, null],
      [null, 'spy'],
    ]);
  });

  test('attributes tool calls of an MCP client, with its name, to the agent that it was set up for', async () => {
    const agent = await newAgent();
    const token = await tokenFor(world.app, 'editor@x.test', ['read', 'write']);
    const client = await mcpClient(world.app, token, { 'x-agent-id': agent, 'user-agent': 'cursor/1.7' });
    await client.call('recall', { query: 'What does it cost?', workspace: 'Alpha', limit: 1 });
    const { hits } = (await of(agent)).items[0] ?? {};
    expect(hits).toBe(1);
    await client.call('recall', { query: 'What does it cost?', workspace: 'Alpha' });
    await client.call('report_memory_feedback', { memory_block_id: ids.block(1), feedback_type: 'positive' });
    await client.close();
    const { items } = await of(agent);
    expect(items).toMatchObject([
      { action: 'feedback', kind: 'write', client: 'cursor/1.7', memories: [{ id: ids.block(1) }] },
      { action: 'search', query: 'What does it cost?', search_type: 'hybrid', client: 'cursor/1.7', hits: 2 },
      { action: 'search' },
    ]);
    const chosen = items[1]?.memories.filter((one) => one.chosen).map(({ id }) => id);
    expect(chosen).toEqual([ids.block(1)]);
  });

  test('reports when an agent was last seen', async () => {
    const agent = await newAgent();
    const token = await tokenFor(world.app, 'editor@x.test', ['read'], ids.alphaOrg);
    const lastSeen = async (email: string) =>
      body<{ counts: { agent_id: string; last_seen_at: string | null }[] }>(
        await get(world.app, `/agents/counts?${ALPHA}`, email),
      ).counts.find(({ agent_id: id }) => id === agent)?.last_seen_at;
    expect(await lastSeen('viewer@x.test')).toBeNull();
    await use(token, search('anything'), { agent });
    const [item] = (await of(agent)).items;
    expect(await lastSeen('viewer@x.test')).toBe(item?.at);
  });

  test('counts the calls of each agent per day for permitted readers', async () => {
    const [agent, other] = [await newAgent(), await newAgent()];
    const token = await tokenFor(world.app, 'editor@x.test', ['read'], ids.alphaOrg);
    for (const words of ['one', 'two']) await use(token, search(words), { agent });
    const today = new Date().toISOString().slice(0, 10);
    const calls = async (email: string, since = `${today}T00:00:00Z`) =>
      body<{ agents: { agent_id: string; days: object[] }[] }>(
        await get(world.app, `/agent-activity/agents?${ALPHA}&since=${since}`, email),
      ).agents.filter(({ agent_id: id }) => [agent, other].includes(id));
    const made = [{ agent_id: agent, days: [{ date: today, calls: 2 }] }];
    expect(await calls('viewer@x.test')).toEqual(made);
    expect(await calls('viewer@x.test', '2999-01-01T00:00:00Z')).toEqual([]);
    expect(await calls('stranger@x.test')).toEqual([]);
  });

  test('lists unanswered questions until they find something', async () => {
    const [agent, other] = [await newAgent(), await newAgent()];
    const token = await tokenFor(world.app, 'editor@x.test', ['read', 'write'], ids.alphaOrg);
    for (const words of ['Quokka  habitats', 'quokka habitats', 'wombat'])
      await use(token, search(words), { agent });
    await use(token, search('quokka habitats'), { agent: other });
    await use(token, search('costs'), { agent });
    await use(token, `${search('quokka habitats')}&skip=10`, { agent });
    const missed = async (query = '') =>
      body<{ items: MissedQuestion[] }>(
        await get(world.app, `/agent-activity/questions?${ALPHA}&${query}`, 'viewer@x.test'),
      ).items;
    const asked = async (query = `agent_id=${agent}`) =>
      (await missed(query)).map((item) => [item.query, item.count]);
    expect(await asked()).toEqual([
      ['quokka habitats', 2],
      ['wombat', 1],
    ]);
    expect((await missed()).filter(({ agent_id: id }) => id === other)).toMatchObject([{ count: 1 }]);
    await use(token, 'POST /memory-blocks/', { agent, body: memory(agent, 'A wombat digs.') });
    await use(token, search('wombat'), { agent });
    expect(await asked()).toEqual([['quokka habitats', 2]]);
  });

  test('counts dropped records in the metrics', async () => {
    const metrics = await get(world.app, '/metrics');
    expect(metrics.body).toContain('dropped_records_total{kind="activity"} 0');
    expect((await world.app.inject({ url: '/metrics', headers: as('owner@x.test') })).statusCode).toBe(404);
  });
});
