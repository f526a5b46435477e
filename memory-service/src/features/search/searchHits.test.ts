/**
 * @jest-environment node
 *
 * Which memories a search finds.
 */
import { sql } from 'drizzle-orm';
import type { ScoredBlock, SearchMetadata } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { readNumbers as numbers, searchBlock } from '../../testing/searchWorld';
import { body, get, ids } from '../../testing/testApp';
import { writeWith } from '../../testing/directWrites';

onOneEngine('hits of searches', (world) => {
  const ask = (kind: string, query: string) => {
    const url = `/memory-blocks/search/${kind}?query=${encodeURIComponent(query)}&scope=organization&organization_id=${ids.alphaOrg}`;
    return get(world.app, url, 'owner@x.test');
  };
  const search = async (kind: string, query: string) => body<ScoredBlock[]>(await ask(kind, query));
  const findAlternatives = async (query: string) => {
    const { headers } = await ask('hybrid', query);
    return (JSON.parse(String(headers['x-search-metadata'])) as SearchMetadata).alternatives;
  };

  const remember = (texts: Record<number, string>) =>
    world.database.write({ kind: 'system' }, async (handle) => {
      for (const [n, content] of Object.entries(texts)) {
        await writeWith(
          handle,
          sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
          values (${searchBlock(Number(n))}, ${ids.agent(1)}, gen_random_uuid(), ${content}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        );
      }
    });

  test('hides no memory because of a command flag in the query', async () => {
    await remember({ 1: 'npm ERESOLVE ends with --legacy-peer-deps.' });
    for (const kind of ['fulltext', 'hybrid'])
      expect(numbers(await search(kind, 'npm ERESOLVE, should I use --legacy-peer-deps?'))).toEqual([1]);
    expect(await search('fulltext', 'ERESOLVE -legacy')).toEqual([]);
  });

  test.each([
    ['ERESOLVE -legacy -"peer deps"', 'ERESOLVE legacy peer deps'],
    ['"deps ERESOLVE" --force', 'deps ERESOLVE force'],
  ])('suggests what %s would find without its operators', async (query, without) => {
    expect(await findAlternatives(query)).toEqual({ fewer_words: [{ query: without, count: 1 }] });
  });

  test('ranks a marked memory below an equal one, and says so', async () => {
    await remember({ 2: 'The turnstile opens at eight.', 3: 'The turnstile opens at seven.' });
    await world.database.write({ kind: 'system' }, (handle) =>
      writeWith(
        handle,
        sql`update memory_blocks set problem = 'outdated', feedback_score = 90 where id = ${searchBlock(3)}`,
      ),
    );
    const found = await search('hybrid', 'turnstile opens');
    expect(numbers(found)).toEqual([2, 3]);
    const isMarked = found.map(({ rank_explanation: why }) => /Marked as outdated\./.test(why ?? ''));
    expect(isMarked).toEqual([false, true]);
  });

  test('finds nothing by foreign function words next to other words', async () => {
    await remember({ 6: 'Die Halle ist kalt, und die Maschine verliert Öl.' });
    for (const kind of ['fulltext', 'hybrid']) {
      expect(await search(kind, 'Wie hoch ist die Miete in Hamburg?')).toEqual([]);
      expect(numbers(await search(kind, 'Warum verliert die Maschine Fett?'))).toEqual([6]);
      expect(numbers(await search(kind, 'die'))).toEqual([6]);
    }
  });

  test('finds nothing when no word of a query is known', async () => {
    await remember({
      4: 'The nightly backup of ticket OPS-4471 fills the disk.',
      5: 'Data subject access requests are answered within a month.',
      7: '窯の温度センサーが湿気で誤作動した。',
      8: 'Relay 1034 was bridged.',
      9: '겨울에 배터리 전압이 낮아지고 기기가 하루에 한 번 재부팅된다.',
    });
    for (const question of [
      'helicopter landing permission',
      'OPS-9999',
      'JIRA-1234',
      '量子コンピュータの価格',
      '휴가 신청은 어떻게 하나요',
    ]) {
      for (const kind of ['fulltext', 'hybrid'])
        expect([question, numbers(await search(kind, question))]).toEqual([question, []]);
    }
  });

  test.each([
    ['access', [5]],
    ['ops', [4]],
    ['OPS-4471', [4]],
    ['OPS-9999 backup', [4]],
    ['量子センサー', [7]],
    ['の', [7]],
    ['배터리가 빨리 닳아요', [9]],
    ['relay bridged lacrosse rubber goalkeeper', [8]],
    ['lacrosse relay goalkeeper', [8]],
  ])('finds what %s names', async (question, found) => {
    for (const kind of ['fulltext', 'hybrid']) expect(numbers(await search(kind, question))).toEqual(found);
  });
});
