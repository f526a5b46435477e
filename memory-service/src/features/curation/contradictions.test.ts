/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { MemoryBlock, ReviewDecision, ReviewItem, ReviewVerdict } from '@hindsight/shared-contracts/api';
import { createContradictionFinder } from './contradictionFinder';
import { expectNoOlder, queueOlder } from './queries/contradictions';
import type { Handle } from '../../platform/database/database';
import { createLanguageModel } from '../../platform/languageModel/languageModel';
import { tokenLedger } from '../../platform/languageModel/languageModelUsage';
import { onOneEngine } from '../../testing/engines';
import { completion, sendJson, startModelServer } from '../../testing/modelServer';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';
import { writeWith } from '../../testing/directWrites';

const SYSTEM = { kind: 'system' } as const;
const EDITOR = 'editor@x.test';

onOneEngine('conflicts between memories', (world) => {
  const { call, stored } = recordCalls(world);
  const compare = async (model?: Parameters<typeof createContradictionFinder>[1]) => {
    const finder = createContradictionFinder(world.database, model, undefined);
    try {
      while ((await finder.catchUp()) > 0);
    } finally {
      await finder.close();
    }
  };
  const waiting = async (headers = ALPHA as Record<string, string>, email: string | null = EDITOR) =>
    body<{ items: ReviewItem[] }>(
      await get(world.app, '/review-items/?limit=200&kind=contradiction', email, headers),
    ).items;
  const about = async (id: string) => (await waiting()).filter((item) => item.memory_block_ids.includes(id));
  const decide = async (verdict: ReviewVerdict, id: string, more: object = {}, email = EDITOR) => {
    const answer = await call('POST /review-items/decide', email, {
      verdict,
      items: [{ kind: 'contradiction', id, ...more }],
    });
    return body<{ results: { success: boolean; error?: string }[] }>(answer).results[0];
  };
  const block = async (id: string) => body<MemoryBlock>(await get(world.app, `/memory-blocks/${id}`, EDITOR));
  let number = 0;
  /** Two conflicting memories about a separate subject, and the item about them. */
  const pair = async () => {
    number += 1;
    const subject = `zeppelin${number}gateway`;
    const older = await stored({ content: `The ${subject} session cookie expires after 30 minutes.` });
    const newer = await stored({ content: `The ${subject} session cookie expires after 45 minutes.` });
    await compare();
    const [item] = await about(older.id);
    if (!item) throw new Error('The pair was not found.');
    return { older, newer, item };
  };

  test('skips queueing of older memories in a database without any', async () => {
    const mark = async (handle: Handle) =>
      (await handle.execute(sql`select value from service_state where key like 'blocks queued%'`)).rows;
    const attempt = world.database.write(SYSTEM, async (handle) => {
      await handle.execute(sql`delete from service_state where key like 'blocks queued%'`);
      await expectNoOlder(handle);
      const withMemories = await mark(handle);
      await writeWith(handle, sql`delete from memory_blocks`);
      await expectNoOlder(handle);
      expect([withMemories, await mark(handle)]).toEqual([[], [{ value: expect.stringMatching(/^f/) }]]);
      expect(await queueOlder(handle, 1)).toBe(false);
      throw new Error('Everything stays.');
    });
    await expect(attempt).rejects.toThrow('Everything stays.');
  });

  test('shows both memories with the sentences in the inbox, only to people who may read them', async () => {
    const older = await stored({
      content: 'How to release.\nDeploys of the billing service happen on Fridays. Ask the owner.',
    });
    const newer = await stored({
      content: 'Notes of the retrospective.',
      lessons_learned: 'Deploys of the billing service no longer happen on Fridays.',
    });
    const other = await stored({ content: 'Deploys of the search service happen on Mondays.' });
    await compare();
    const [item, ...more] = await about(older.id);
    expect(more).toEqual([]);
    expect(item).toMatchObject({
      title: 'Notes of the retrospective',
      reason: 'They say opposite things.',
      memory_block_ids: [older.id, newer.id],
      generated_by: 'deterministic',
    });
    const texts = [older, newer].map(({ content, lessons_learned: lesson }) => `${content}\n${lesson ?? ''}`);
    expect(item?.sentences?.map(({ from, length }, n) => texts[n]?.slice(from, from + length))).toEqual([
      'Deploys of the billing service happen on Fridays.',
      'Deploys of the billing service no longer happen on Fridays.',
    ]);
    expect(await about(other.id)).toEqual([]);
    expect(await waiting(PERSONAL)).toEqual([]);
    expect(await waiting(ALPHA, 'stranger@x.test')).toEqual([]);
  });

  test.each([
    ['Der Port der Zeppelin-Datenbank ist 5432', 'Der Port der Zeppelin-Datenbank ist 6543'],
    ['飛行船APIのタイムアウトは30秒です', '飛行船APIのタイムアウトは60秒です'],
    ['Zeppelin refunds above 500 EUR need approval', 'Zeppelin refunds above 1000 EUR need approval'],
  ])('finds conflicts in other languages: %s', async (older, newer) => {
    await stored({ content: older });
    const { id } = await stored({ content: newer });
    await compare();
    expect(await about(id)).toHaveLength(1);
  });

  test('keeps the newer memory, redirects the older one to it, and undoes that', async () => {
    const { older, newer, item } = await pair();
    expect(await decide('accept', item.id)).toMatchObject({ success: true });
    expect(await block(older.id)).toMatchObject({
      archived: true,
      metadata_col: { superseded_by: newer.id },
    });
    expect(await about(older.id)).toEqual([]);
    const decisions = body<{ items: ReviewDecision[] }>(
      await get(world.app, '/review-decisions/', EDITOR, ALPHA),
    ).items;
    expect(decisions[0]).toMatchObject({ kind: 'contradiction', verdict: 'accept', kept: 'newer' });
    expect(decisions[0]).toMatchObject({ memory_block_ids: [newer.id], may_reopen: true });
    expect(await decide('reopen', item.id)).toMatchObject({ success: true });
    const restored = await block(older.id);
    expect([restored.archived, restored.metadata_col]).toEqual([false, {}]);
    expect(await about(older.id)).toHaveLength(1);
  });

  test('keeps the older memory if the person chooses it', async () => {
    const { older, newer, item } = await pair();
    expect(await decide('accept', item.id, { keep: 'older' })).toMatchObject({ success: true });
    expect((await block(newer.id)).metadata_col).toEqual({ superseded_by: older.id });
    expect([(await block(older.id)).archived, (await block(newer.id)).archived]).toEqual([false, true]);
  });

  test('remembers that both are correct until one of them changes', async () => {
    const { older, newer, item } = await pair();
    await decide('reject', item.id);
    await call(`PUT /memory-blocks/${newer.id}`, EDITOR, { category: 'sessions' });
    await compare();
    expect(await about(older.id)).toEqual([]);
    await call(`PUT /memory-blocks/${newer.id}`, EDITOR, { content: newer.content.replace('45', '50') });
    await compare();
    expect(await about(older.id)).toHaveLength(1);
  });

  test('closes a conflict when a memory is edited, archived, deleted or moved', async () => {
    const edited = await pair();
    await call(`PUT /memory-blocks/${edited.older.id}`, EDITOR, {
      content: edited.older.content.replace('30', '45'),
    });
    expect(await about(edited.newer.id)).toEqual([]);
    expect(await decide('accept', edited.item.id)).toMatchObject({
      success: false,
      error: 'One of the memories has changed since this was proposed.',
    });
    const archived = await pair();
    await call(`POST /memory-blocks/${archived.older.id}/archive`, EDITOR);
    expect(await about(archived.newer.id)).toEqual([]);
    const deleted = await pair();
    await call(`DELETE /memory-blocks/${deleted.older.id}`, EDITOR);
    expect(await about(deleted.newer.id)).toEqual([]);
    expect(await decide('accept', deleted.item.id)).toMatchObject({ success: false });
    const moved = await pair();
    const answer = await call(`POST /memory-blocks/${moved.older.id}/change-scope`, 'owner@x.test', {
      visibility_scope: 'personal',
    });
    expect(answer.statusCode).toBe(200);
    expect(await about(moved.newer.id)).toEqual([]);
    expect(await decide('accept', moved.item.id)).toMatchObject({ success: false });
    expect((await block(moved.newer.id)).archived).toBe(false);
  });

  test('does not overwrite later changes on undo', async () => {
    const { older, item } = await pair();
    await decide('accept', item.id);
    await call(`PUT /memory-blocks/${older.id}`, EDITOR, { content: 'Something else by now.' });
    expect(await decide('reopen', item.id)).toMatchObject({
      success: false,
      error: 'One of the memories has changed since this was resolved.',
    });
    expect((await block(older.id)).archived).toBe(true);
  });

  test('accepts only the first of two decisions, and none without permission', async () => {
    const { older, item } = await pair();
    expect(await decide('accept', item.id, {}, 'viewer@x.test')).toMatchObject({ success: false });
    expect((await block(older.id)).archived).toBe(false);
    const both = await Promise.all([
      decide('accept', item.id),
      decide('accept', item.id, { keep: 'older' }, 'owner@x.test'),
    ]);
    expect(both.filter((result) => result?.success)).toHaveLength(1);
    expect(both.find((result) => !result?.success)?.error).toBe('This has already been resolved.');
  });

  test('dates a merged memory by its newest original, even over several merges', async () => {
    const said = async (port: number, day: string, at = 'port') => {
      const made = await stored({ content: `The vault of quaggas listens on ${at} ${port}.` });
      await world.database.write(SYSTEM, (handle) =>
        writeWith(
          handle,
          sql`update memory_blocks set created_at = ${day}::timestamptz where id = ${made.id}::uuid`,
        ),
      );
      return made.id;
    };
    const merge = async (...merged: string[]) => {
      const answer = await call('POST /memory-blocks/merge', EDITOR, {
        memory_block_ids: merged,
        merged_content: 'The vault of quaggas listens on port 8200.',
      });
      await compare();
      return body<MemoryBlock>(answer).id;
    };
    const truth = await said(8300, '2026-01-24');
    const old = [await said(8200, '2025-10-01'), await said(8200, '2025-10-02', 'the port')];
    const first = await merge(...old);
    const days = (...all: string[]) => all.map((day) => `${day}T00:00:00.000000Z`);
    expect(await about(truth)).toMatchObject([
      { memory_block_ids: [first, truth], said_at: days('2025-10-02', '2026-01-24') },
    ]);
    // Invalid ids in editable metadata are harmless.
    const metadata = { merged_from: [...old, first, 'x', 7], consolidated_from: 'y' };
    await call(`PUT /memory-blocks/${first}`, EDITOR, { metadata_col: metadata });
    const second = await merge(first, await said(8200, '2025-10-03', 'this port'));
    expect(await about(truth)).toMatchObject([{ memory_block_ids: [second, truth] }]);
    // With a later original, the merged memory is the newer one.
    const third = await merge(second, await said(8200, '2026-02-01', 'that port'));
    expect(await about(truth)).toMatchObject([
      { memory_block_ids: [truth, third], said_at: days('2026-01-24', '2026-02-01') },
    ]);
  });

  test('keeps a pair with a reversed order as one item, and its decision', async () => {
    const { older, newer, item } = await pair();
    const writtenAndCompared = async (day: string) => {
      await world.database.write(SYSTEM, (handle) =>
        writeWith(
          handle,
          sql`update memory_blocks set created_at = ${day}::timestamptz where id = ${newer.id}::uuid`,
        ),
      );
      for (const archived of [true, false])
        await call(`PUT /memory-blocks/${newer.id}`, EDITOR, { archived });
      await compare();
    };
    await writtenAndCompared('2020-01-01');
    const [turned, ...more] = await about(older.id);
    expect([turned?.memory_block_ids, more]).toEqual([[newer.id, older.id], []]);
    expect(turned?.id).not.toBe(item.id);
    await decide('reject', turned?.id ?? '');
    await writtenAndCompared('2090-01-01');
    expect(await about(older.id)).toEqual([]);
  });

  test('does not treat a series of cases as a conflict', async () => {
    const memories: MemoryBlock[] = [];
    for (const count of [3, 5, 8, 13, 21])
      memories.push(await stored({ content: `The nightly balloonexport takes ${count} minutes.` }));
    await compare();
    expect(await about(memories[4]?.id ?? '')).toEqual([]);
  });

  test('compares memories from before the queue existed', async () => {
    const { older, item } = await pair();
    await world.database.write(SYSTEM, async (handle) => {
      await handle.execute(sql`delete from proposals where id = ${item.id}::uuid`);
      await handle.execute(sql`delete from memory_blocks_to_compare`);
      await handle.execute(sql`delete from service_state where key = 'blocks queued for comparison until'`);
    });
    await compare();
    await compare();
    expect(await about(older.id)).toHaveLength(1);
  });

  test('asks a language model, and falls back to rules when it fails', async () => {
    const server = await startModelServer();
    const model = createLanguageModel(
      { baseUrl: server.url, apiKey: 'k', model: 'm', timeoutMs: 5000, dailyTokens: 1_000_000 },
      tokenLedger(world.database),
    );
    const make = async (claim: string) => {
      const first = await stored({ content: `${claim} 10 MB.` });
      await stored({ content: `${claim} 20 MB.` });
      await compare(model);
      return about(first.id);
    };
    try {
      server.answer((_request, response) =>
        sendJson(response, 200, completion(JSON.stringify({ contradict: false }))),
      );
      expect(await make('The pangolin upload limit is')).toEqual([]);
      server.answer((_request, response) =>
        sendJson(response, 200, completion(JSON.stringify({ contradict: true }))),
      );
      expect(await make('A cached okapi picture takes')).toMatchObject([{ generated_by: 'model' }]);
      server.answer((_request, response) => sendJson(response, 400, { error: { message: 'no' } }));
      expect(await make('Each tapir worker requires')).toMatchObject([{ generated_by: 'deterministic' }]);
    } finally {
      await server.close();
    }
  });

  test('finds no conflicts across workspaces', async () => {
    await call(
      'POST /memory-blocks/',
      EDITOR,
      {
        agent_id: ids.agent(1),
        conversation_id: ids.conversation(51),
        content: 'The narwhal upload limit is 10 MB.',
      },
      ALPHA,
    );
    await world.database.write(SYSTEM, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
        select agent_id, conversation_id, 'The narwhal upload limit is 20 MB.', 'organization', ${ids.betaOrg}::uuid, ${ids.betaOrg}::uuid
        from memory_blocks limit 1`,
      ),
    );
    await compare();
    expect((await waiting()).filter(({ title }) => title.includes('narwhal'))).toEqual([]);
  });
});
