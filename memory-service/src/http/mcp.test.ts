/** @jest-environment node */
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { onEveryEngine } from '../testing/engines';
import { ids, send, tokenFor } from '../testing/testApp';

interface Found {
  memories: { id: string; lessons_learned: string | null; workspace: string; score?: number }[];
  next_cursor?: string;
}

onEveryEngine('MCP over HTTP', (world) => {
  const clients: Client[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });

  async function address(): Promise<URL> {
    if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' });
    return new URL(`http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/mcp`);
  }

  /** An agent's client with a token, or without one. */
  async function connected(token?: string) {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const headers = token ? { headers: { authorization: `Bearer ${token}` } } : {};
    await client.connect(
      new StreamableHTTPClientTransport(await address(), { requestInit: headers }) as never,
    );
    clients.push(client);
    return async <T>(name: string, args: Record<string, unknown> = {}) => {
      const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
      const [content] = result.content;
      return {
        isError: result.isError ?? false,
        text: content?.type === 'text' ? content.text : '',
        data: result.structuredContent as T,
      };
    };
  }

  test('an agent records a lesson, and another connection finds it in its own words, rates, corrects and supersedes it', async () => {
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

  test('lists have pages that name each memory once', async () => {
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

  test('whoami names the workspaces of the person and the rights of the token', async () => {
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

  test('a failure says what happened and what to do, and changes nothing', async () => {
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
    expect((await call('retrieve_all_memory_blocks')).text).toMatch(/^No agent is named/);
    expect((await call('recall', { query: 'x', cursor: 'nonsense' })).text).toMatch(/^The cursor is not/);
    expect((await call('recall', { query: ' ' })).text).toContain('Say what you are looking for.');
    expect((await call('get_memory_details', { memory_block_id: 'x' })).text).toContain(
      'Enter a valid UUID.',
    );
  });

  test('without a token, or with a bad one, no one else’s memories are read', async () => {
    const guest = await connected();
    const { data } = await guest<Found>('retrieve_all_memory_blocks', {
      agent_id: ids.agent(1),
      workspace: ids.alphaOrg,
    });
    expect(data?.memories ?? []).toEqual([]);
    expect((await guest('whoami')).text).toMatch(/The token is missing, expired or revoked.*\(HTTP 401\)$/);
    const wrong = await connected('hs_pat_0123456789abcdef_wrong');
    expect((await wrong('recall', { query: 'content' })).text).toMatch(/\(HTTP 401\)$/);
  });

  test('a page of another site and a session are no way in', async () => {
    const url = await address();
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const foreign = await world.app.inject({
      method: 'POST',
      url: url.pathname,
      headers: { ...headers, origin: 'https://evil.example' },
      payload: rpc,
    });
    expect(foreign.statusCode).toBe(403);
    const bySession = await send(world.app, 'POST /mcp', 'owner@x.test', { body: rpc, headers });
    expect(bySession.body).toContain('(HTTP 401)');
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await world.app.inject({ method, url: url.pathname });
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
    }
  });
});
