/** @jest-environment node */
import { onOneEngine } from '../../testing/engines';
import { mcpClient } from '../../testing/mcpClient';
import { ids, send, testApp, tokenFor } from '../../testing/testApp';

interface Found {
  memories: { id: string; lessons_learned: string | null; workspace: string; score?: number }[];
  next_cursor?: string;
}

onOneEngine('MCP over HTTP', (world) => {
  const clients: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });

  /** Connects an agent's client, with or without a token. */
  async function connected(token?: string, headers?: Record<string, string>) {
    const client = await mcpClient(world.app, token, headers);
    clients.push(client);
    return client.call;
  }

  const agentHeaders = async () => ({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${await tokenFor(world.app, 'owner@x.test')}`,
  });

  test('lets a second connection find a recorded lesson in its own words, rate, correct and supersede it', async () => {
    const token = await tokenFor(world.app, 'owner@x.test');
    const first = await connected(token);
    const agent = await first<{ agent_id: string; workspace: string }>('create_agent', {
      agent_name: 'Builder',
      workspace: 'alpha',
    });
    expect(agent.data.workspace).toBe('Alpha');
    const made = await first<{ id: string; conversation_id: string }>('create_memory_block', {
      content: 'Deploys failed after the certificate of the staging proxy had expired overnight.',
      lessons_learned: 'Renew certificates a week ahead, by a job that alerts.',
      agent_id: agent.data.agent_id,
      workspace: ids.alphaOrg,
    });
    expect(made.text).toContain(`Pass conversation_id ${made.data.conversation_id}`);

    const second = await connected(token);
    const { data: found, text } = await second<Found>('recall', {
      query: 'why did the deploys fail when a certificate expired?',
      workspace: 'Alpha',
    });
    expect(found.memories[0]).toMatchObject({ id: made.data.id, workspace: 'Alpha' });
    expect(found.memories[0]!.score).toBeGreaterThan(0);
    expect(text).toContain('Lesson: Renew certificates a week ahead');

    const rated = await second<{ feedback_score: number }>('report_memory_feedback', {
      memory_block_id: made.data.id,
      feedback_type: 'positive',
    });
    expect(rated.data.feedback_score).toBe(51);
    const corrected = await second<{ lessons_learned: string; content: string }>('correct_memory', {
      memory_block_id: made.data.id,
      lessons_learned: 'Renew certificates two weeks ahead.',
    });
    expect(corrected.data.content).toContain('staging proxy');

    const newer = await second<{ id: string; metadata: unknown; superseded_id: string }>('supersede_memory', {
      memory_block_id: made.data.id,
      content: 'Certificates are renewed by the platform now.',
      lessons_learned: 'Ask the platform team.',
      reason: 'The platform took over.',
    });
    expect(newer.data).toMatchObject({
      superseded_id: made.data.id,
      metadata: { supersedes: made.data.id, reason: 'The platform took over.' },
    });
    const old = await second<{ archived: boolean; metadata: unknown; lessons_learned: string }>(
      'get_memory_details',
      { memory_block_id: made.data.id },
    );
    expect(old.data).toMatchObject({
      archived: true,
      metadata: { superseded_by: newer.data.id },
      lessons_learned: 'Renew certificates two weeks ahead.',
    });
    const after = await second<Found>('recall', { query: 'certificate renewal', workspace: 'Alpha' });
    expect(after.data.memories.map((memory) => memory.id)).toEqual([newer.data.id]);
  });

  test('lets one of several concurrent calls supersede a memory, as its agent, and names the successor to the others', async () => {
    const token = await tokenFor(world.app, 'owner@x.test');
    const author = await connected(token);
    const { data: old } = await author<{ id: string }>('create_memory_block', {
      content: 'The quokka service listens on port 7000.',
      lessons_learned: 'Use port 7000.',
      agent_id: ids.agent(1),
      workspace: 'Alpha',
    });
    const { data: agent } = await author<{ agent_id: string }>('create_agent', {
      agent_name: 'Corrector',
      workspace: 'Alpha',
    });
    const call = await connected(token, { 'x-agent-id': agent.agent_id });
    const newer = {
      memory_block_id: old.id,
      content: 'The quokka service moved to port 7001.',
      lessons_learned: 'Use port 7001.',
    };
    const supersede = () => call<{ id: string; agent_id: string }>('supersede_memory', newer);
    const answers = await Promise.all([supersede(), supersede(), supersede()]);
    const [winner, ...more] = answers.filter(({ isError }) => !isError);
    expect([winner!.data.agent_id, more]).toEqual([agent.agent_id, []]);
    for (const { text } of [...answers.filter(({ isError }) => isError), await supersede()])
      expect(text).toContain(`${old.id} is already superseded by ${winner!.data.id}`);
    const found = await call<Found>('recall', {
      query: 'quokka',
      workspace: 'Alpha',
      include_archived: true,
    });
    expect(found.data.memories.map(({ id }) => id).sort()).toEqual([old.id, winner!.data.id].sort());

    const corrected = await call('correct_memory', { memory_block_id: old.id, lessons_learned: 'No port.' });
    expect(corrected.text).toContain(`It is archived, though, and superseded by ${winner!.data.id}`);
    await call('archive_memory', { memory_block_id: winner!.data.id });
  });

  test('returns each memory on exactly one page of a list', async () => {
    const call = await connected(await tokenFor(world.app, 'owner@x.test'));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await call<Found>('retrieve_all_memory_blocks', {
        agent_id: ids.agent(1),
        workspace: 'Alpha',
        limit: 1,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...data.memories.map((memory) => memory.id));
      cursor = data.next_cursor;
    } while (cursor);
    expect(seen).toEqual([ids.block(6), ids.block(1)]);
  });

  test('neither skips nor repeats memories that are archived or added between pages', async () => {
    const call = await connected(await tokenFor(world.app, 'owner@x.test'));
    const { data: agent } = await call<{ agent_id: string }>('create_agent', {
      agent_name: 'Pager',
      workspace: 'Alpha',
    });
    const add = (n: number) =>
      call<{ id: string }>('create_memory_block', {
        content: `Case ${n} of the pager test.`,
        lessons_learned: `Lesson ${n}.`,
        agent_id: agent.agent_id,
        workspace: 'Alpha',
      });
    const made: string[] = [];
    for (let n = 0; n < 9; n += 1) made.push((await add(n)).data.id);
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const args: Record<string, unknown> = {
        agent_id: agent.agent_id,
        workspace: 'Alpha',
        limit: 4,
        cursor,
      };
      const { data }: { data: Found } = await call<Found>('retrieve_all_memory_blocks', args);
      const page = data.memories.map(({ id }) => id);
      seen.push(...page);
      if (cursor === '') {
        await add(99);
        for (const id of page.slice(0, 3)) await call('archive_memory', { memory_block_id: id });
      }
      cursor = data.next_cursor;
    }
    expect(seen).toEqual(made.toReversed());
    const wrong = await send(
      world.app,
      `GET /memory-blocks/?sort_by=id&after=2026-01-01T00:00:00Z_${made[0]}`,
      'owner@x.test',
    );
    expect(wrong.statusCode).toBe(422);
  });

  test('lists changes separately from new memories, including archived ones', async () => {
    const call = await connected(await tokenFor(world.app, 'owner@x.test'));
    const since = new Date().toISOString();
    await call('correct_memory', { memory_block_id: ids.block(1), lessons_learned: 'Checked again.' });
    await call('archive_memory', { memory_block_id: ids.block(6) });
    const recorded = await call<Found>('memories_recorded_since', { since, workspace: 'Alpha' });
    expect(recorded.data.memories).toEqual([]);
    const changed = await call<Found>('memories_changed_since', { since, workspace: 'Alpha' });
    expect(changed.data.memories).toMatchObject([
      { id: ids.block(6), archived: true },
      { id: ids.block(1), lessons_learned: 'Checked again.' },
    ]);
    expect(changed.text).toContain('archived="yes"');
    await call('archive_memory', { memory_block_id: ids.block(6), restore: true });
  });

  test('shows the matching passage of a hit even beyond the preview of a long text', async () => {
    const call = await connected(await tokenFor(world.app, 'owner@x.test'));
    const made = await call<{ id: string }>('create_memory_block', {
      content: `${'The pipeline ran as usual. '.repeat(200)}Then the flamingo exporter ran out of file handles.`,
      lessons_learned: 'Raise the limit.',
      agent_id: ids.agent(1),
      workspace: 'Alpha',
    });
    const { data, text } = await call<Found>('recall', { query: 'flamingo exporter', workspace: 'Alpha' });
    expect(data.memories[0]).toMatchObject({
      id: made.data.id,
      text: expect.stringMatching(/\nMatches: .*flamingo exporter/),
    });
    expect(text).toContain('Matches: ');
    await call('archive_memory', { memory_block_id: made.data.id });
  });

  test('lists the workspaces of the person and the rights of the token in whoami', async () => {
    const readOnly = await connected(await tokenFor(world.app, 'editor@x.test', ['read']));
    expect((await readOnly('whoami')).data).toMatchObject({
      email: 'editor@x.test',
      token_rights: ['read'],
      workspaces: [
        { workspace: 'personal', can_write: false },
        { workspace: 'Alpha', role: 'editor', can_read: true, can_write: false },
      ],
    });
    const confined = await connected(
      await tokenFor(world.app, 'owner@x.test', ['read', 'write'], ids.alphaOrg),
    );
    expect((await confined('whoami')).data).toMatchObject({
      token_is_confined_to: ids.alphaOrg,
      workspaces: [{ workspace: 'Alpha', can_write: true }],
    });
  });

  test('explains each failure and what to do about it, and changes nothing', async () => {
    const call = await connected(await tokenFor(world.app, 'owner@x.test', ['read']));
    const refused = await call('create_memory_block', {
      content: 'x',
      lessons_learned: 'y',
      agent_id: ids.agent(3),
    });
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/whoami .* \(HTTP 403\)$/) });
    const missing = await call('get_memory_details', { memory_block_id: ids.block(99) });
    expect(missing.text).toMatch(/^Memory block not found\. Check the id.* \(HTTP 404\)$/);
    expect((await call('recall', { query: 'x', workspace: 'Gamma' })).text).toBe(
      'There is no workspace "Gamma". Yours are: personal, Alpha, public.',
    );
    expect((await call('recall', { query: 'x', workspace: ids.agent(99) })).text).toBe(
      `There is no workspace "${ids.agent(99)}". Yours are: personal, Alpha, public.`,
    );
    for (const [tool, query] of [
      ['recall', { query: 'x' }],
      ['retrieve_relevant_memories', { keywords: 'x' }],
      ['advanced_search_memories', { search_query: 'x' }],
    ] as const)
      expect(await call(tool, { ...query, agent_id: ids.agent(99) })).toMatchObject({
        isError: true,
        text: expect.stringContaining(`There is no agent ${ids.agent(99)}`),
      });
    expect((await call('retrieve_all_memory_blocks')).text).toMatch(/^No agent is named/);
    expect((await call('recall', { query: 'x', cursor: 'nonsense' })).text).toMatch(/^The cursor isn’t/);
    expect((await call('recall', { query: ' ' })).text).toContain('Say what you are looking for.');
    expect((await call('get_memory_details', { memory_block_id: 'x' })).text).toContain(
      'Enter a valid UUID.',
    );
  });

  test('requires a token for every call, and lets guests read public memories only if configured', async () => {
    await expect(connected()).rejects.toThrow('Sign in to use this server');
    await expect(connected(undefined, { authorization: 'Basic eDp5' })).rejects.toThrow('Sign in');
    await expect(connected('hs_pat_0123456789abcdef_wrong')).rejects.toThrow('Invalid token');
    const open = testApp(world.database, { MCP_GUESTS: '1' });
    try {
      const { call: guest, close } = await mcpClient(open);
      const { data } = await guest<Found>('retrieve_all_memory_blocks', {
        agent_id: ids.agent(1),
        workspace: ids.alphaOrg,
      });
      expect(data?.memories ?? []).toEqual([]);
      const found = await guest<Found>('recall', { query: 'content' });
      expect(found.data.memories.map(({ id }) => id)).toEqual([ids.block(0)]);
      expect((await guest('whoami')).text).toMatch(/The token is missing, expired or revoked.*\(HTTP 401\)$/);
      await close();
      await expect(mcpClient(open, 'hs_pat_0123456789abcdef_wrong')).rejects.toThrow('Invalid token');
    } finally {
      await open.close();
    }
  });

  test('answers a 10 MB request with advice, and one without an id with a status', async () => {
    const call = await connected(await tokenFor(world.app, 'owner@x.test'));
    const content = '"id": 7, {['.repeat(1_000_000);
    await expect(call('create_memory_block', { content, lessons_learned: 'x' })).rejects.toThrow(
      'The request is larger than 2 MB. Send less text, for example a summary.',
    );
    expect((await call('whoami')).isError).toBe(false);
    const headers = await agentHeaders();
    const answerTo = async (id: string) => {
      const payload = `{"params":{"id":"inner","text":"${'x'.repeat(3_000_000)}"},${id}"method":"tools/call"}`;
      const { statusCode, body: text } = await world.app.inject({
        method: 'POST',
        url: '/mcp',
        headers,
        payload,
      });
      return [statusCode, (JSON.parse(text) as { id: unknown }).id];
    };
    expect(await answerTo('"id" : "a \\"}{ b", ')).toEqual([200, 'a "}{ b']);
    expect(await answerTo('')).toEqual([413, null]);
  });

  test('answers in JSON, which clients detect when truncated, and streams events only for clients that request progress', async () => {
    const headers = await agentHeaders();
    const toType = async (_meta?: object) => {
      const params = { name: 'show_capture_checklist', arguments: {}, ...(_meta && { _meta }) };
      const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const answer = await world.app.inject({ method: 'POST', url: '/mcp', headers, payload });
      expect(answer.body).toContain('Before you record a memory');
      return answer.headers['content-type'];
    };
    expect(await toType()).toBe('application/json');
    expect(await toType({ progressToken: 7 })).toBe('text/event-stream');
  });

  test.each([
    ['application/json', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['*/*', 'application/json'],
    ['application/json, text/event-stream', 'application/json'],
    [undefined, 'application/json'],
  ])('answers a client that accepts %s with %s', async (accept, type) => {
    const { accept: _both, ...headers } = await agentHeaders();
    const answer = await world.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...headers, ...(accept && { accept }) },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
    expect(answer.body).toContain('"recall"');
  });

  test('supports the stateless protocol revision of July 2026', async () => {
    const headers = { ...(await agentHeaders()), 'mcp-protocol-version': '2026-07-28' };
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'client', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const ask = async (method: string, params: object, name?: string) => {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { ...headers, 'mcp-method': method, ...(name && { 'mcp-name': name }) },
        payload: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
      });
      return JSON.parse(answer.body) as { result: Record<string, unknown> };
    };
    expect(await ask('server/discover', {})).toMatchObject({
      result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    });
    // Real clients send null instead of omitting the arguments.
    const called = await ask('tools/call', { name: 'whoami', arguments: null }, 'whoami');
    expect(called.result['structuredContent']).toMatchObject({ email: 'owner@x.test' });
  });

  test('rejects pages of other sites and browser sessions', async () => {
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } };
    const { authorization, ...headers } = await agentHeaders();
    const foreign = await world.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...headers, authorization, origin: 'https://evil.example' },
      payload: rpc,
    });
    expect(foreign.statusCode).toBe(403);
    const bySession = await send(world.app, 'POST /mcp', 'owner@x.test', { body: rpc, headers });
    expect(bySession.statusCode).toBe(401);
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await world.app.inject({ method, url: '/mcp', headers: { authorization } });
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
    }
  });
});
