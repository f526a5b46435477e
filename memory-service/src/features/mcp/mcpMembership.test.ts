/** @jest-environment node */
import type { AddressInfo } from 'node:net';
import { connect } from '@hindsight/mcp-server';
import { onOneEngine } from '../../testing/engines';
import { mcpClient } from '../../testing/mcpClient';
import { peopleCalls } from '../../testing/peopleCalls';
import { ids, tokenFor } from '../../testing/testApp';

const LOST = /^The user of this token is not, or no longer, a member of this organization/;
const alpha = { scope: 'organization', organizationId: ids.alphaOrg } as const;

onOneEngine('an agent whose owner lost a membership', (world) => {
  const { call, join, user } = peopleCalls(world);

  /** Adds the stranger to Alpha. @returns a function that ends the membership. */
  async function joined() {
    const joins = { email: 'stranger@x.test', role: 'editor' };
    await join(ids.alphaOrg, 'owner@x.test', joins);
    const id = await user(joins.email);
    return async () => {
      const left = await call(`DELETE /organizations/${ids.alphaOrg}/members/${id}`, 'owner@x.test');
      expect(left.statusCode).toBe(204);
    };
  }

  test('gets that as the error of every tool with a token for the organization, except whoami', async () => {
    const leave = await joined();
    const token = await tokenFor(world.app, 'stranger@x.test', ['read', 'write'], ids.alphaOrg);
    const agent = await mcpClient(world.app, token);
    const readers: readonly [string, Record<string, unknown>][] = [
      ['recall', { query: 'content' }],
      ['recall', { query: 'content', workspace: 'Alpha' }],
      ['retrieve_relevant_memories', { keywords: 'content', agent_id: ids.agent(1) }],
      ['retrieve_all_memory_blocks', { agent_id: ids.agent(1) }],
      ['advanced_search_memories', { search_query: 'content' }],
      ['memories_recorded_since', { since: '2025-01-01T00:00:00Z' }],
      ['search_agents', { query: 'agent' }],
      ['get_memory_details', { memory_block_id: ids.block(1) }],
    ];
    for (const [tool, input] of readers)
      expect({ tool, ...(await agent.call(tool, input)) }).toMatchObject({ tool, isError: false });
    await leave();
    const writer = { content: 'x', lessons_learned: 'y', agent_id: ids.agent(1) };
    for (const [tool, input] of [...readers, ['create_memory_block', writer] as const])
      expect({ tool, ...(await agent.call(tool, input)) }).toMatchObject({
        tool,
        isError: true,
        text: expect.stringMatching(LOST),
      });
    expect(await agent.call('whoami')).toMatchObject({ isError: false, data: { workspaces: [] } });
    await agent.close();
  });

  test('gets that as an error over HTTP when configured for the organization; other rows remain accessible', async () => {
    const leave = await joined();
    if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.app.server.address() as AddressInfo;
    const token = await tokenFor(world.app, 'stranger@x.test');
    const api = connect({
      baseUrl: `http://127.0.0.1:${port}`,
      identity: { Authorization: `Bearer ${token}` },
      defaults: { agentId: null, conversationId: null, scope: alpha },
    });
    await expect(api.call('GET /memory-blocks/')).resolves.toMatchObject({ items: expect.anything() });
    await leave();
    await expect(api.call('GET /memory-blocks/')).rejects.toThrow(LOST);
    await expect(api.call('GET /memory-blocks/{id}', { params: { id: ids.block(1) } })).rejects.toThrow(LOST);
    const own = { params: { id: ids.block(4) } };
    await expect(api.call('GET /memory-blocks/{id}', own)).resolves.toMatchObject({ id: ids.block(4) });
    const rated = api.call('POST /memory-blocks/{id}/feedback/', {
      ...own,
      body: { feedback_type: 'positive' },
    });
    await expect(rated).resolves.toBeTruthy();
    const personal = await api.call('GET /memory-blocks/', { scope: { scope: 'personal' } as never });
    expect(personal.items).not.toEqual([]);
  });
});
