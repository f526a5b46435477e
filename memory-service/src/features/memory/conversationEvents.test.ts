/** @jest-environment node */
import type { ConversationEvent, MemoryBlock } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';

onOneEngine('what happened to the memories of a conversation', (world) => {
  const { call, stored } = recordCalls(world);
  const conversation = ids.conversation(70);
  const eventsFor = async (email: string | null, query = '', headers: Record<string, string> = ALPHA) => {
    const url = `/conversations/${conversation}/events?${query}`;
    const answer = await get(world.app, url, email, headers);
    expect(answer.statusCode).toBe(200);
    return body<{ items: ConversationEvent[]; total_items: number }>(answer);
  };
  const told = (items: readonly ConversationEvent[]) =>
    items.map(({ kind, reason, query, actor_name: by }) => [kind, reason ?? query, by]);
  const use = (token: string, key: string) => send(world.app, key, null, { token, headers: ALPHA });

  test('is told in its order: changes with who made them, and what agents retrieved with their question', async () => {
    const content = (name: string) => `The ${name} wombat sleeps in the build cache`;
    const [first, second] = [
      await stored({ conversation_id: conversation, content: content('grey') }),
      await stored({ conversation_id: conversation, content: content('brown') }),
    ];
    await stored({ content: content('other') });
    const [editors, viewers] = [
      await tokenFor(world.app, 'editor@x.test', ['read', 'write'], ids.alphaOrg),
      await tokenFor(world.app, 'viewer@x.test', ['read'], ids.alphaOrg),
    ];
    await use(editors, 'GET /memory-blocks/search/fulltext?query=wombat');
    await call(`PUT /memory-blocks/${first.id}`, 'editor@x.test', { content: 'The wombat has moved out' });
    await use(viewers, `GET /memory-blocks/${second.id}`);
    await call(`POST /memory-blocks/${second.id}/archive`, 'owner@x.test');

    const { items, total_items: total } = await eventsFor('owner@x.test');
    expect(told(items)).toEqual([
      ['retrieved', 'wombat', 'test'],
      ['changed', 'memory_update', 'editor@x.test'],
      ['retrieved', null, 'test'],
      ['changed', 'memory_archive', 'owner@x.test'],
    ]);
    expect(total).toBe(4);
    // Both were hits of one search, and the memory of another conversation is none of it.
    expect([...(items[0]?.memory_block_ids ?? [])].sort()).toEqual([first.id, second.id].sort());
    expect(items[1]?.memory_block_ids).toEqual([first.id]);

    const [, edited, , archived] = items;
    expect(
      told((await eventsFor('owner@x.test', `since=${edited?.at}&until=${archived?.at}`)).items),
    ).toEqual(told(items.slice(1, 3)));
    const page = await eventsFor('owner@x.test', 'skip=1&limit=1');
    expect([told(page.items), page.total_items]).toEqual([told([edited!]), 4]);
  });

  test('shows retrievals of others to those alone who may change the workspace, and nothing elsewhere', async () => {
    expect((await eventsFor('viewer@x.test')).items.map(({ kind, query }) => [kind, query])).toEqual([
      ['changed', null],
      ['retrieved', null],
      ['changed', null],
    ]);
    expect((await eventsFor('stranger@x.test')).items).toEqual([]);
    expect((await eventsFor(null)).items).toEqual([]);
    expect((await eventsFor('owner@x.test', '', PERSONAL)).items).toEqual([]);
  });

  test('of a memory that has moved, what happened where it was before stays there', async () => {
    const moved = await stored({ conversation_id: ids.conversation(71), content: 'A note on its way' });
    await call(`PUT /memory-blocks/${moved.id}`, 'owner@x.test', { content: 'A corrected note on its way' });
    await call(`POST /memory-blocks/${moved.id}/change-scope`, 'owner@x.test', {
      visibility_scope: 'personal',
    });
    expect(
      body<MemoryBlock>(await get(world.app, `/memory-blocks/${moved.id}`, 'owner@x.test')),
    ).toMatchObject({
      visibility_scope: 'personal',
    });
    const url = `/conversations/${ids.conversation(71)}/events`;
    const events = async (headers: Record<string, string>) =>
      body<{ items: ConversationEvent[] }>(await get(world.app, url, 'owner@x.test', headers)).items;
    expect((await events(PERSONAL)).filter(({ reason }) => reason === 'memory_update')).toEqual([]);
    expect(await events(ALPHA)).toEqual([]);
  });
});
