import { ApiError } from '../api/client/errors';
import { fakeApi } from '../testing';
import { createCompatibilityAdapter } from '.';

const COMPACT = 'POST /memory-blocks/bulk-compact';
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const idsOf = (input: unknown) => (input as { body: { memory_block_ids: string[] } }).body.memory_block_ids;

const setUp = (answers: Parameters<typeof fakeApi>[0]) => {
  const client = fakeApi(answers);
  const api = createCompatibilityAdapter(client);
  const start = async (memory_block_ids: string[]) => {
    const body = { memory_block_ids, max_concurrent: 2, user_instructions: 'Short.', run_id: 'r' };
    return (await api.call(COMPACT, { body, respondAsync: true })) as unknown as { job_id: string };
  };
  return { client, api, start, look: (id: string) => api.call('GET /jobs/{id}', { params: { id } }) };
};
const compacted = (input: unknown) => ({
  results: idsOf(input).map((memory_block_id) => ({ memory_block_id, success: true })),
});

it('carries a job out in parts, whose progress is known', async () => {
  const waiting: (() => void)[] = [];
  const { start, look, client, api } = setUp({
    [COMPACT]: (input: unknown) => new Promise((resolve) => waiting.push(() => resolve(compacted(input)))),
  });
  const job = await start(['a', 'b', 'c']);
  expect(job).toMatchObject({ status: 'running', run_id: 'r', total: 3, done: 0, max_concurrent: 2 });
  waiting.shift()?.();
  await settle();
  expect(await look(job.job_id)).toMatchObject({ status: 'running', done: 2, results: null });
  waiting.shift()?.();
  await settle();
  expect(await look(job.job_id)).toMatchObject({ status: 'completed', done: 3, succeeded: 3 });
  expect(client.calls.map(({ input }) => idsOf(input))).toEqual([['a', 'b'], ['c']]);
  const { items } = await api.call('GET /jobs/');
  expect(items).toMatchObject([{ job_id: job.job_id, results: null }]);
});

it('goes on after a part that was refused, and names what the service left out', async () => {
  const { start, look } = setUp({
    [COMPACT]: (input: unknown) => {
      if (idsOf(input).includes('a')) throw new ApiError(500, 'Broken.', '', null);
      return { results: [{ memory_block_id: 'c', success: true }] };
    },
  });
  const { job_id } = await start(['a', 'b', 'c', 'd']);
  await settle();
  const job = await look(job_id);
  expect(job).toMatchObject({ status: 'completed', succeeded: 1, failed: 3, error: null });
  expect(job.results).toContainEqual({ memory_block_id: 'a', success: false, error: 'Broken.' });
  expect(job.results).toContainEqual(expect.objectContaining({ memory_block_id: 'd', success: false }));
});

it('fails when every part was refused', async () => {
  const { start, look } = setUp({
    [COMPACT]: () => {
      throw new ApiError(503, 'Off.', '', null);
    },
  });
  const { job_id } = await start(['a', 'b', 'c']);
  await settle();
  expect(await look(job_id)).toMatchObject({ status: 'failed', error: 'Off.', failed: 3 });
});

it('stops a job after the part that is under way', async () => {
  const { start, look, api } = setUp({
    [COMPACT]: async (input: unknown) => (await settle(), compacted(input)),
  });
  const { job_id } = await start(['a', 'b', 'c']);
  await api.call('POST /jobs/{id}/cancel', { params: { id: job_id } });
  await settle();
  await settle();
  expect(await look(job_id)).toMatchObject({ status: 'cancelled', done: 2, succeeded: 2 });
});

it('knows by the suggestions before and after what a search for similar memories has found', async () => {
  const suggestions: object[] = [{ suggestion_id: 'old', status: 'pending' }];
  const { api, look } = setUp({
    'GET /consolidation-suggestions/': () => ({ items: [...suggestions] }),
    'POST /consolidation/trigger/': () => {
      suggestions.push({ suggestion_id: 'new', status: 'pending' });
      return { message: 'Consolidation process triggered successfully' };
    },
  });
  const answer = await api.call('POST /consolidation/trigger/', { respondAsync: true });
  await settle();
  expect(await look(String(answer.job_id))).toMatchObject({
    status: 'completed',
    succeeded: 1,
    results: [{ suggestion_id: 'new' }],
  });
});

it('archives many blocks one by one, with a result for each', async () => {
  const { api } = setUp({
    'POST /memory-blocks/{id}/archive': (input: unknown) => {
      const { id } = (input as { params: { id: string } }).params;
      if (id === 'b') throw new ApiError(404, 'Memory block not found', '', null);
      return { id, archived: true };
    },
  });
  const body = { memory_block_ids: ['a', 'b', 'a'] };
  await expect(api.call('POST /memory-blocks/bulk-archive', { body })).resolves.toMatchObject({
    results: [
      { memory_block_id: 'a', success: true },
      { memory_block_id: 'b', success: false, error: 'Memory block not found' },
    ],
    successful_count: 1,
    failed_count: 1,
  });
});

it('does not know the jobs of another page', async () => {
  await expect(setUp({}).look('x')).rejects.toMatchObject({ status: 404 });
});
