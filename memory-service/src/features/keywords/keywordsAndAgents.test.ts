/** @jest-environment node */
import type { Agent, Keyword, MemoryBlock } from '@hindsight/shared-contracts/api';
import type { AgentCount } from '../agents/queries/agents';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';

onOneEngine('agents and keywords', (world) => {
  const { call, block, stored, detail } = recordCalls(world);

  describe('agents', () => {
    const create = (name: string, email = 'editor@x.test') =>
      call('POST /agents/', email, { agent_name: name, description: 'd' });

    test('of eight parallel creations of one name one wins, the others get 409', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => create(n % 2 === 0 ? 'Same Name' : 'same name')),
      );
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
      const lost = answers.find((answer) => answer.statusCode === 409);
      expect(lost && detail(lost)).toBe('Agent with this name already exists in the selected scope');
    });

    test('name and description can be changed; blank names and strangers are refused', async () => {
      const made = body<Agent>(await create('Renamer'));
      const key = `PUT /agents/${made.agent_id}`;
      expect(body(await call(key, 'editor@x.test', { description: null }))).toMatchObject({
        agent_name: 'Renamer',
        description: null,
      });
      expect((await call(key, 'editor@x.test', { agent_name: 'AGENT 1' })).statusCode).toBe(409);
      for (const wrong of [' ', '\u200b', 'x'.repeat(256), null])
        expect((await call(key, 'editor@x.test', { agent_name: wrong })).statusCode).toBe(422);
      expect((await call(key, 'viewer@x.test', { agent_name: 'x' })).statusCode).toBe(403);
      expect((await call(key, 'stranger@x.test', { agent_name: 'x' })).statusCode).toBe(404);
    });

    test('search finds parts and likenesses within the scope only', async () => {
      await create('Deployment Helper');
      const found = async (query: string, email: string) =>
        body<Agent[]>(await get(world.app, `/agents/search/?query=${query}`, email, ALPHA)).map(
          (a) => a.agent_name,
        );
      expect(await found('ploymen', 'viewer@x.test')).toEqual(['Deployment Helper']);
      expect(await found('deploiment%20helper', 'viewer@x.test')).toEqual(['Deployment Helper']);
      expect(await found('ploymen', 'stranger@x.test')).toEqual([]);
    });

    test('deletion takes its own blocks and refuses while rows of others hang on it', async () => {
      const made = body<Agent>(await create('Short Lived'));
      const kept = await stored({ agent_id: made.agent_id });
      expect((await call(`DELETE /agents/${made.agent_id}`, 'editor@x.test')).statusCode).toBe(204);
      expect((await get(world.app, `/memory-blocks/${kept.id}`, 'editor@x.test')).statusCode).toBe(404);
      const shared = block({ agent_id: ids.agent(0) });
      expect((await call('POST /memory-blocks/', 'stranger@x.test', shared, PERSONAL)).statusCode).toBe(201);
      const refused = await call(`DELETE /agents/${ids.agent(0)}`, 'root@x.test');
      expect(refused.statusCode).toBe(409);
      expect(body(refused)).toMatchObject({
        code: 'agent_in_use',
        own_memory_blocks: 1,
        other_memory_blocks: 1,
      });
    });

    test('the blocks of all agents are counted in one answer, archived ones apart', async () => {
      const made = body<Agent>(await create('Counted'));
      const empty = body<Agent>(await create('Idle'));
      const first = await stored({ agent_id: made.agent_id });
      const last = await stored({ agent_id: made.agent_id });
      await stored({ agent_id: made.agent_id });
      expect((await call(`POST /memory-blocks/${last.id}/archive`, 'editor@x.test')).statusCode).toBe(200);
      const counts = async (email: string | null) =>
        body<{ counts: AgentCount[] }>(await get(world.app, '/agents/counts', email, ALPHA)).counts;
      const found = await counts('viewer@x.test');
      const of = ({ agent_id: id }: Agent) => found.find(({ agent_id: agentId }) => agentId === id);
      expect(of(made)).toMatchObject({ count: 2, archived_count: 1 });
      expect(Date.parse(of(made)?.last_activity ?? '')).toBeGreaterThanOrEqual(Date.parse(first.created_at));
      expect(of(empty)).toEqual({
        agent_id: empty.agent_id,
        count: 0,
        archived_count: 0,
        last_activity: null,
        last_seen_at: null,
      });
      expect(await counts('stranger@x.test')).toEqual([]);
    });

    test('an agent moves only without blocks', async () => {
      const made = body<Agent>(await create('Mover'));
      const move = (id: string) =>
        call(`POST /agents/${id}/change-scope`, 'admin@x.test', { visibility_scope: 'personal' });
      expect(body(await move(made.agent_id))).toMatchObject({
        visibility_scope: 'personal',
        organization_id: null,
      });
      expect((await move(ids.agent(1))).statusCode).toBe(409);
    });
  });

  describe('keywords', () => {
    const create = (text: string) => call('POST /keywords/', 'editor@x.test', { keyword_text: text });

    test('are unique whatever their case, linked within one workspace, counted and deleted with their links', async () => {
      const word = body<Keyword>(await create(' Sharding '));
      expect(word).toMatchObject({ keyword_text: 'Sharding', id: word.keyword_id });
      const again = await create('SHARDING');
      expect([again.statusCode, detail(again)]).toEqual([409, 'Keyword already exists in this scope']);
      expect((await create('  ')).statusCode).toBe(422);

      const link = `/memory-blocks/${ids.block(1)}/keywords/${word.id}`;
      expect((await call(`POST ${link}`, 'editor@x.test')).statusCode).toBe(201);
      expect(detail(await call(`POST ${link}`, 'editor@x.test'))).toBe('Association already exists');
      const foreign = await call(`POST /memory-blocks/${ids.block(3)}/keywords/${word.id}`, 'owner@x.test');
      expect([foreign.statusCode, detail(foreign)]).toEqual([
        409,
        'Keyword scope mismatch with memory block',
      ]);
      const reader = await tokenFor(world.app, 'editor@x.test', ['read']);
      expect((await send(world.app, `POST ${link}`, null, { token: reader })).statusCode).toBe(403);

      const count = await get(world.app, `/keywords/${word.id}/memory-blocks/count`, 'viewer@x.test', ALPHA);
      expect(body(count)).toEqual({ count: 1 });
      const counts = body<{ counts: { keyword_id: string; count: number }[] }>(
        await get(world.app, '/keywords/counts', 'viewer@x.test', ALPHA),
      ).counts;
      expect(counts.find((entry) => entry.keyword_id === word.id)?.count).toBe(1);
      const blocks = await get(world.app, `/keywords/${word.id}/memory-blocks`, 'viewer@x.test', ALPHA);
      expect(body<MemoryBlock[]>(blocks).map((item) => item.id)).toEqual([ids.block(1)]);

      const publish = await call(`PUT /keywords/${word.id}`, 'editor@x.test', { visibility_scope: 'public' });
      expect(publish.statusCode).toBe(422);
      expect((await call(`DELETE /keywords/${word.id}`, 'editor@x.test')).statusCode).toBe(204);
      expect((await get(world.app, `/keywords/${word.id}`, 'editor@x.test')).statusCode).toBe(404);
    });

    test('are found by their words, in any order and case', async () => {
      for (const text of ['token bucket', 'bucket policy', '100% cover']) await create(text);
      const found = async (query: string) =>
        body<Keyword[]>(
          await get(world.app, `/keywords?query=${encodeURIComponent(query)}`, 'viewer@x.test', ALPHA),
        ).map((word) => word.keyword_text);
      expect(await found('BUCK tok')).toEqual(['token bucket']);
      expect(await found('bucket')).toEqual(['bucket policy', 'token bucket']);
      expect(await found('%')).toEqual(['100% cover']);
    });

    test('the list is alphabetical and says how many there are', async () => {
      for (const text of ['zeta', 'Alpha', 'beta']) await create(text);
      const response = await get(world.app, '/keywords?limit=2', 'viewer@x.test', ALPHA);
      const words = body<Keyword[]>(response).map((word) => word.keyword_text.toLowerCase());
      expect(words).toEqual([...words].sort());
      expect(Number(response.headers['x-total-count'])).toBeGreaterThan(2);
    });
  });
});
