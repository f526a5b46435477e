/** @jest-environment node */
import type { AnalyticsSummary, MemoryBlock } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, recordCalls } from '../../testing/recordCalls';
import { body, get } from '../../testing/testApp';

/** As the dashboard asks; a client without it does not know that a score may be null. */
const NULL = { prefer: 'unrated=null' };

onOneEngine('memories without feedback', (world) => {
  const { call, block } = recordCalls(world);
  const create = async (given: object, headers = {}) => {
    const all = { ...ALPHA, ...headers };
    return body<MemoryBlock>(await call('POST /memory-blocks/', 'editor@x.test', block(given), all));
  };
  const toScore = async (id: string, headers = {}) =>
    body<MemoryBlock>(await get(world.app, `/memory-blocks/${id}`, 'editor@x.test', headers)).feedback_score;
  const edit = (id: string, given: object, headers = {}) =>
    call(`PUT /memory-blocks/${id}`, 'editor@x.test', given, { ...ALPHA, ...headers });

  test.each([
    ['left out', {}, {}, null],
    ['0 from a client that does not know null', { feedback_score: 0 }, {}, null],
    ['0 from one that does', { feedback_score: 0 }, NULL, 0],
    ['null', { feedback_score: null }, NULL, null],
    ['a score', { feedback_score: 70 }, {}, 70],
  ])(
    'a score that is %s at the creation is stored as what it means',
    async (_name, given, headers, stored) => {
      const { id } = await create(given, headers);
      expect([await toScore(id, NULL), await toScore(id)]).toEqual([stored, stored ?? 0]);
    },
  );

  test('an older client that sends back the 0 it was shown rates nothing', async () => {
    const { id } = await create({});
    await edit(id, { errors: 'changed', feedback_score: 0 });
    expect(await toScore(id, NULL)).toBeNull();
    await edit(id, { feedback_score: 0 }, NULL);
    expect(await toScore(id, NULL)).toBe(0);
    await edit(id, { feedback_score: null }, NULL);
    expect(await toScore(id, NULL)).toBeNull();
  });

  test.each([
    ['positive', 51],
    ['negative', 49],
    ['neutral', 50],
  ])('the first %s feedback starts from the middle', async (type, score) => {
    const { id } = await create({});
    const judged = await call(`POST /memory-blocks/${id}/feedback/`, 'editor@x.test', {
      feedback_type: type,
    });
    expect(body(judged)).toMatchObject({ feedback_score: score });
  });

  test('every list shows an older client numbers, and metadata of people as they are', async () => {
    await create({ metadata_col: { feedback_score: null }, content: 'findable' });
    for (const path of ['/memory-blocks/?', '/memory-blocks/search/fulltext?query=findable&']) {
      const list = async (headers = {}) => {
        const answer = await get(world.app, `${path}limit=50`, 'editor@x.test', { ...ALPHA, ...headers });
        const page = body<MemoryBlock[] | { items: MemoryBlock[] }>(answer);
        return Array.isArray(page) ? page : page.items;
      };
      const shown = await list();
      expect(shown.map((row) => typeof row.feedback_score)).toEqual(shown.map(() => 'number'));
      expect(shown.find((row) => row.content === 'findable')?.metadata_col).toEqual({ feedback_score: null });
      expect((await list(NULL)).map((row) => row.feedback_score)).toContain(null);
    }
  });

  test.each(['asc', 'desc'])('they are last when the list is sorted by feedback, %s', async (order) => {
    const path = `/memory-blocks/?limit=50&sort_by=feedback_score&sort_order=${order}`;
    const answer = await get(world.app, path, 'editor@x.test', { ...ALPHA, ...NULL });
    const scores = body<{ items: MemoryBlock[] }>(answer).items.map((row) => row.feedback_score);
    const rated = scores.filter((score) => score !== null);
    expect(scores).toEqual([...rated, ...scores.slice(rated.length).map(() => null)]);
    expect(rated.length).toBeLessThan(scores.length);
    expect(rated).toEqual([...rated].sort((a, b) => (order === 'asc' ? a - b : b - a)));
  });

  test('an agent whose memories have no feedback has no average', async () => {
    const agent = await call('POST /agents/', 'editor@x.test', { agent_name: 'Unrated' });
    const { agent_id: id } = body<{ agent_id: string }>(agent);
    await create({ agent_id: id });
    const path = '/analytics/summary';
    const found = body<AnalyticsSummary>(await get(world.app, path, 'editor@x.test', { ...ALPHA, ...NULL }));
    expect(found.agents.find((row) => row.agent_id === id)?.average_feedback_score).toBeNull();
    const { high, medium, low } = found.feedback;
    expect(high + medium + low).toBeLessThan(found.totals.memory_blocks);
    const older = body<AnalyticsSummary>(await get(world.app, path, 'editor@x.test', ALPHA));
    expect(older.agents.find((row) => row.agent_id === id)?.average_feedback_score).toBe(0);
  });

  test('a merged memory has the best score of its originals, and none when none has one', async () => {
    const merge = async (...scores: (number | null)[]) => {
      const made = await Promise.all(scores.map((score) => create({ feedback_score: score }, NULL)));
      const given = { memory_block_ids: made.map(({ id }) => id), merged_content: 'merged' };
      const answer = await call('POST /memory-blocks/merge', 'editor@x.test', given, { ...ALPHA, ...NULL });
      return body<MemoryBlock>(answer).feedback_score;
    };
    expect([await merge(null, 40, 30), await merge(null, null)]).toEqual([40, null]);
  });

  test('versions say what the score was, and a conflict shows an older client a number', async () => {
    const { id } = await create({});
    await edit(id, { feedback_score: 30 });
    const versions = async (headers = {}) =>
      body<{ feedback_score: number | null }[]>(
        await get(world.app, `/memory-blocks/${id}/versions`, 'editor@x.test', headers),
      )[0]?.feedback_score;
    expect([await versions(NULL), await versions()]).toEqual([null, 0]);
    const other = await create({});
    const conflict = (headers = {}) =>
      edit(other.id, { errors: 'x', expected_updated_at: '2020-01-01T00:00:00Z' }, headers);
    const current = async (headers = {}) =>
      body<{ current: MemoryBlock }>(await conflict(headers)).current.feedback_score;
    expect([await current(NULL), await current()]).toEqual([null, 0]);
  });
});
