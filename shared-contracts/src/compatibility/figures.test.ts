import { PERSONAL_SCOPE } from '../events/scope';
import { fakeApi } from '../testing';
import { createCompatibilityAdapter } from '.';

const queue = { keyword_id: 'k', keyword_text: 'queue' };
const block = (n: number, more: object = {}) => ({
  id: `b${n}`,
  agent_id: n % 2 ? 'odd' : 'even',
  conversation_id: 'c',
  content: `Incident ${n}: a timeout of the queue.`,
  feedback_score: n * 40,
  retrieval_count: n,
  created_at: `2026-01-0${n}T00:00:00Z`,
  updated_at: `2026-01-0${n}T00:00:00Z`,
  keywords: n % 2 ? [queue] : [],
  ...more,
});
const page = (...items: object[]) => ({ items, total_items: items.length, total_pages: 1 });

const setUp = () => {
  const client = fakeApi({
    'GET /memory-blocks/': page(block(3), block(2), block(1, { retrieval_count: 0 })),
    'GET /memory-blocks/archived/': page(block(4)),
    'GET /conversations/count': { count: 7 },
    'GET /agents/': [
      { agent_id: 'odd', agent_name: 'Odd' },
      { agent_id: 'even', agent_name: 'Even' },
    ],
    'GET /keywords/': [queue],
  });
  return { client, api: createCompatibilityAdapter(client) };
};

it('counts the memory blocks of each agent, and of each keyword', async () => {
  const { api } = setUp();
  expect((await api.call('GET /agents/counts')).counts).toEqual([
    { agent_id: 'odd', count: 2, archived_count: 0, last_activity: '2026-01-03T00:00:00Z' },
    { agent_id: 'even', count: 1, archived_count: 1, last_activity: '2026-01-02T00:00:00Z' },
  ]);
  expect((await api.call('GET /keywords/counts')).counts).toEqual([{ keyword_id: 'k', count: 2 }]);
});

it('sums a workspace up', async () => {
  const { api, client } = setUp();
  const summary = await api.call('GET /analytics/summary', { scope: PERSONAL_SCOPE });
  expect(summary).toMatchObject({
    totals: {
      memory_blocks: 3,
      archived_blocks: 1,
      agents: 2,
      conversations: 7,
      keywords: 1,
      retrievals: 5,
      average_feedback_score: (100 + 80 + 40) / 3,
    },
    agents: [
      {
        agent_id: 'odd',
        agent_name: 'Odd',
        memory_block_count: 2,
        average_feedback_score: 70,
        retrievals: 3,
      },
      { agent_id: 'even' },
    ],
    top_conversations: [
      { conversation_id: 'c', memory_block_count: 3, last_activity: '2026-01-03T00:00:00Z' },
    ],
    feedback: { high: 2, medium: 0, low: 1 },
    keywords: [{ keyword_id: 'k', keyword_text: 'queue', usage_count: 2 }],
  });
  expect(summary.created_per_day).toHaveLength(90);
  for (const { input } of client.calls) expect(input).toMatchObject({ scope: PERSONAL_SCOPE });
});

it('finds the memory blocks that agents never or no longer retrieve, oldest first', async () => {
  const { api } = setUp();
  const ids = async (kind: 'never' | 'stale') =>
    (await api.call('GET /analytics/unused', { query: { kind, days: 1 } })).items.map(({ id }) => id);
  expect(await ids('never')).toEqual(['b1']);
  expect(await ids('stale')).toEqual(['b2', 'b3']);
});

it('searches the list of the workspace for all words, because its own searches leave the workspace', async () => {
  const { api, client } = setUp();
  const hits = await api.call('GET /memory-blocks/search/fulltext', { query: { query: 'queue incident 2' } });
  expect(hits).toMatchObject([{ id: 'b2', search_type: 'basic', rank_explanation: null }]);
  expect(client.calls).toMatchObject([
    { key: 'GET /memory-blocks/', input: { query: { search_query: 'incident' } } },
  ]);
});

it('shows what an agent would get from the same list, and has neither pinned questions nor saved views', async () => {
  const { api } = setUp();
  const query = { query: 'incident', limit: 1 };
  const recalled = await api.call('GET /memory-blocks/search/recall', { query });
  const all = await api.call('GET /memory-blocks/search/hybrid', { query: { query: 'incident' } });
  expect([...recalled.hits, ...recalled.just_missed].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(recalled).toMatchObject({ hits: [{ search_type: 'basic' }], archived: [], text: '' });
  expect(await api.call('GET /pinned-questions/')).toEqual({ items: [] });
  expect(await api.call('GET /saved-views/')).toEqual({ items: [], is_last_visit_pinned: false });
  const pin = { view_id: null, is_pinned: true };
  await expect(api.call('PUT /pinned-views/', { body: pin })).rejects.toMatchObject({ status: 501 });
  expect(await api.call('POST /pinned-questions/check', { body: {} })).toEqual({ checked: 0, lost: [] });
  await expect(api.call('DELETE /pinned-questions/{id}', { params: { id: 'p' } })).rejects.toMatchObject({
    status: 501,
  });
});

it('refuses to sum up a workspace that is too large to read', async () => {
  const items = Array.from({ length: 1000 }, (_, n) => block(n % 9, { id: `b${n}` }));
  const api = createCompatibilityAdapter(fakeApi({ 'GET /memory-blocks/': page(...items) }));
  await expect(api.call('GET /keywords/counts')).rejects.toMatchObject({ status: 501 });
});
