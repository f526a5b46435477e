import { UnexpectedAnswerError, type ApiError } from '../api/client/errors';
import { fakeApi } from '../testing';
import { createCompatibilityAdapter } from '.';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const adapt = (answers: Parameters<typeof fakeApi>[0]) => createCompatibilityAdapter(fakeApi(answers));

it('fills what a memory block of another service lacks, and keeps its values in their range', async () => {
  const api = adapt({
    'GET /memory-blocks/{id}': {
      id: id(1),
      agent_id: id(2),
      content: 'Text.',
      feedback_score: 150,
      retrieval_count: null,
      timestamp: '2026-01-01T00:00:00Z',
      content_embedding: [0.1],
      keywords: [{ keyword_id: id(3), keyword_text: 'queue' }, null],
    },
  });
  const block = await api.call('GET /memory-blocks/{id}', { params: { id: id(1) } });
  expect(block).toMatchObject({
    content: 'Text.',
    agent_name: null,
    external_history_link: null,
    archived: false,
    feedback_score: 100,
    retrieval_count: 0,
    created_at: '2026-01-01T00:00:00Z',
    content_embedding: null,
    visibility_scope: 'personal',
  });
  expect(block.keywords).toEqual([expect.objectContaining({ id: id(3), keyword: 'queue' })]);
});

it.each([
  ['a bare array', [{ id: id(1) }], { items: [{ id: id(1) }], total_items: 1 }],
  ['a page whose total is a text', { items: [{ id: id(1) }], total_items: '7' }, { total_items: 7 }],
  ['rows without an id among others', [{ id: id(1) }, {}, null], { items: [{ id: id(1) }] }],
])('makes a page of %s', async (_, answer, expected) => {
  const api = adapt({ 'GET /memory-blocks/': answer });
  await expect(api.call('GET /memory-blocks/')).resolves.toMatchObject(expected);
});

it('takes the rows out of a page where our wire has a bare array', async () => {
  const api = adapt({ 'GET /keywords/': { items: [{ id: id(1), keyword: 'queue' }] } });
  await expect(api.call('GET /keywords/')).resolves.toMatchObject([
    { keyword_id: id(1), keyword_text: 'queue' },
  ]);
});

it('reads pruning proposals that are called items, and prunes nothing for want of a score', async () => {
  const api = adapt({ 'POST /memory/prune/suggest': { items: [{ memory_block_id: id(1) }] } });
  const { suggestions } = await api.call('POST /memory/prune/suggest', { body: {} });
  expect(suggestions).toMatchObject([{ memory_block_id: id(1), pruning_score: 100, generated_by: null }]);
});

it.each([null, 'text', {}, { items: 'none' }, { items: [{ weird: true }] }])(
  'takes %j for a failure, not for an empty list',
  async (answer) => {
    const api = adapt({ 'GET /memory-blocks/': answer });
    await expect(api.call('GET /memory-blocks/')).rejects.toThrow(UnexpectedAnswerError);
  },
);

it('leaves flags that a session lacks to the installation', async () => {
  const user = { authenticated: true, user_id: id(1) };
  await expect(adapt({ 'GET /user-info': user }).call('GET /user-info')).resolves.toEqual(user);
});

it('answers nothing where a page would merely show less, and refuses what a person asked for', async () => {
  const api = adapt({});
  const params = { id: id(1) };
  await expect(api.call('GET /memory-blocks/{id}/versions', { params })).resolves.toEqual([]);
  await expect(api.call('GET /memory-blocks/{id}/retrievals', { params })).resolves.toMatchObject({
    items: [],
  });
  const refused = api.call('POST /memory-blocks/{id}/versions/{version}/restore', {
    params: { ...params, version: '1' },
  });
  await expect(refused).rejects.toThrow('This service cannot bring earlier texts back.');
  await expect(refused).rejects.toMatchObject({ status: 501 } satisfies Partial<ApiError>);
});

it('sends calls without a key and without asking for a job', async () => {
  const client = fakeApi({ 'PATCH /users/me': {} });
  await createCompatibilityAdapter(client).call('PATCH /users/me', { body: {}, idempotencyKey: 'k' });
  expect(client.calls[0]?.input).toEqual({ body: {}, foreign: true });
});
