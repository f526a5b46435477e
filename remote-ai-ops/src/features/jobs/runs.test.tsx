import { ApiError } from '@hindsight/shared-contracts/api/client';
import { PERSONAL_SCOPE } from '@hindsight/shared-contracts/events';
import { fakeApi, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { groupByRun, readJob, worthShowing } from '../../model/job';
import { goingOf, outcomeOf } from './RunProgress';
import { createRunKeeper } from './runKeeper';

const BULK = 'POST /memory-blocks/bulk-compact';
const LOOK = 'GET /jobs/{id}';
const CANCEL = 'POST /jobs/{id}/cancel';
const ids = (count: number) => Array.from({ length: count }, (_, n) => `block-${n}`);
const request = (count: number) => ({
  kind: 'bulk_compaction' as const,
  ids: ids(count),
  concurrency: 10,
  instructions: 'short',
  scope: PERSONAL_SCOPE,
});
interface Sent {
  body: { memory_block_ids: string[]; run_id?: string };
  respondAsync: boolean;
  signal: AbortSignal;
}
const job = (id: string, part: object = {}) => ({
  job_id: id,
  kind: 'bulk_compaction',
  run_id: 'run',
  status: 'running',
  total: 200,
  done: 0,
  succeeded: 0,
  failed: 0,
  cancel_requested: false,
  results: null,
  created_at: id,
  ...part,
});

function setUp(answers: FakeAnswers) {
  const api = fakeApi(answers);
  const keeper = createRunKeeper(() => 'run');
  const run = () => keeper.runs()[0]!;
  const sent = (key: string) =>
    api.calls.filter((call) => call.key === key).map(({ input }) => input as Sent);
  return { api, keeper, run, sent };
}
const wait = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('with a service that keeps jobs', () => {
  it('sends batches of 200 as jobs of one run and shows their own figure', async () => {
    let count = 0;
    let done = 50;
    const { keeper, run, sent, api } = setUp({
      [BULK]: ({ body }: Sent) => job(`job-${(count += 1)}`, { total: body.memory_block_ids.length }),
      [LOOK]: ({ params }: { params: { id: string } }) =>
        job(params.id, {
          total: params.id === 'job-3' ? 50 : 200,
          done: params.id === 'job-1' ? done : 0,
          succeeded: params.id === 'job-1' ? done - 1 : 0,
          failed: params.id === 'job-1' ? 1 : 0,
        }),
    });
    keeper.start(api, request(450), true);
    await wait();
    expect(sent(BULK).map(({ body }) => body.memory_block_ids.length)).toEqual([200, 200, 50]);
    expect(sent(BULK).every(({ body, respondAsync }) => body.run_id === 'run' && respondAsync)).toBe(true);
    expect(run()).toMatchObject({
      total: 450,
      done: 50,
      succeeded: 49,
      failed: 1,
      percent: 11,
      isEstimate: false,
    });
    done = 200;
    await wait(1000);
    expect(run()).toMatchObject({ phase: 'running', done: 200, percent: 44 });
  });

  it('says that a queued run waits, and knows the wishes of a run that was found again', async () => {
    let status = 'queued';
    const wished = () => job('job-1', { status, user_instructions: 'short', max_concurrent: 10 });
    const { keeper, run, api } = setUp({ [LOOK]: wished });
    keeper.adopt(api, [readJob(wished())!]);
    await wait();
    expect(goingOf(run())).toBe('Waiting until other work is done');
    expect(run().settings).toEqual({ instructions: 'short', concurrency: 10 });
    status = 'running';
    await wait(1000);
    expect(goingOf(run())).toBe('Compacting');
  });

  it('cancels at the service and adds up what was done', async () => {
    let status = 'running';
    const results = [
      { memory_block_id: 'block-0', success: true, version: 1 },
      { memory_block_id: 'block-1', success: false, error: 'Too short.' },
    ];
    const { keeper, run, sent, api } = setUp({
      [BULK]: () => job('job-1'),
      [CANCEL]: () => job('job-1', { cancel_requested: true }),
      [LOOK]: () =>
        job('job-1', {
          status,
          done: 2,
          succeeded: 1,
          failed: 1,
          results: status === 'cancelled' ? results : null,
        }),
    });
    keeper.start(api, request(200), true);
    await wait();
    await keeper.cancel('run');
    expect(run().phase).toBe('cancelling');
    expect(sent(CANCEL)).toHaveLength(1);
    status = 'cancelled';
    await wait(1000);
    expect(run()).toMatchObject({ phase: 'cancelled', done: 2, total: 200 });
    expect(run().tally.failures).toEqual([{ id: 'block-1', reason: 'Too short.' }]);
    expect(outcomeOf(run())).toBe('Compaction cancelled');
    keeper.dismiss('run');
    expect(keeper.runs()).toEqual([]);
  });

  it('finds a run again that an earlier page started, once', async () => {
    const { keeper, run, api } = setUp({
      [LOOK]: ({ params }: { params: { id: string } }) =>
        job(params.id, { status: 'completed', done: 200, succeeded: 200, results: [] }),
    });
    const jobs = [job('job-2'), job('job-1', { status: 'completed', done: 200, succeeded: 200 })];
    const [found = []] = groupByRun(jobs.map((one) => readJob(one)!));
    expect(found.map(({ id }) => id)).toEqual(['job-1', 'job-2']);
    keeper.adopt(api, found);
    keeper.adopt(api, found);
    expect(keeper.runs()).toHaveLength(1);
    expect(run()).toMatchObject({ phase: 'running', total: 400, done: 200, percent: 50 });
    await wait();
    expect(run()).toMatchObject({ phase: 'done', percent: 100, succeeded: 400 });
    expect(outcomeOf(run())).toBe('Compacted 400 memories.');
  });

  it('shows what ended a moment ago, once, without telling it anew', async () => {
    const now = Date.parse('2026-01-01T12:00:00Z');
    const ended = (minutes: number, part: object = {}) => [
      readJob(
        job('old', {
          status: 'completed',
          finished_at: new Date(now - minutes * 60_000).toISOString(),
          ...part,
        }),
      )!,
    ];
    expect(worthShowing(ended(14), now)).toBe(true);
    expect(worthShowing(ended(15), now)).toBe(false);
    expect(worthShowing(ended(1, { run_id: null }), now)).toBe(false);
    expect(worthShowing([readJob(job('a'))!], now)).toBe(true);
    const { keeper, run, api } = setUp({
      [LOOK]: () => job('old', { status: 'completed', results: [{ memory_block_id: 'a', success: true }] }),
    });
    keeper.adopt(api, ended(1));
    await wait();
    expect(run()).toMatchObject({ phase: 'done', isOld: true });
    expect(run().tally.rows).toHaveLength(1);
    keeper.dismiss('run');
    keeper.adopt(api, ended(1));
    expect(keeper.runs()).toEqual([]);
  });

  it('goes on after the service was away for a moment, and says why where it cannot', async () => {
    let works = false;
    const { keeper, run, api } = setUp({
      [BULK]: () => job('job-1'),
      [LOOK]: () => {
        if (works)
          return job('job-1', { status: 'failed', error: 'The token is no longer valid.', results: [] });
        throw new ApiError(502, null, '', null);
      },
    });
    keeper.start(api, request(1), true);
    await wait(3000);
    expect(run().phase).toBe('running');
    works = true;
    await wait(1000);
    expect(outcomeOf(run())).toBe('Failed to compact memory blocks: The token is no longer valid.');
  });

  it('a cancel that does not reach the service is told, and can be tried again', async () => {
    let works = false;
    const { keeper, run, sent, api } = setUp({
      [BULK]: () => job('job-1'),
      [LOOK]: () => job('job-1'),
      [CANCEL]: () => {
        if (works) return job('job-1', { cancel_requested: true });
        throw new ApiError(502, null, '', null);
      },
    });
    keeper.start(api, request(1), true);
    await wait();
    await expect(keeper.cancel('run')).rejects.toThrow(ApiError);
    expect(run().phase).toBe('running');
    works = true;
    await keeper.cancel('run');
    expect(run().phase).toBe('cancelling');
    expect(sent(CANCEL)).toHaveLength(2);
  });

  it('a batch that is refused counts as failed, the others go on', async () => {
    const { keeper, run, api } = setUp({
      [BULK]: ({ body }: Sent) => {
        if (body.memory_block_ids[0] === 'block-200') throw new ApiError(503, 'Too busy.', '', null);
        return job(body.memory_block_ids[0]!, { total: body.memory_block_ids.length });
      },
      [LOOK]: ({ params }: { params: { id: string } }) => {
        const total = params.id === 'block-400' ? 1 : 200;
        return job(params.id, { status: 'completed', total, done: total, succeeded: total, results: [] });
      },
    });
    keeper.start(api, request(401), true);
    await wait();
    expect(run()).toMatchObject({ phase: 'done', total: 401, done: 401, succeeded: 201, failed: 200 });
    expect(run().tally.failures[0]).toEqual({ id: 'block-200', reason: 'Too busy.' });
  });

  it('an answer that is no job is a failure', async () => {
    const { keeper, run, api } = setUp({ [BULK]: () => ({ message: 'nonsense' }) });
    keeper.start(api, request(1), true);
    await wait();
    expect(run()).toMatchObject({ phase: 'failed', error: 'The service did not start a job.' });
  });
});

describe('with a service that does a batch in one go', () => {
  it('estimates within a batch every second and counts between batches', async () => {
    const open: ((answer: unknown) => void)[] = [];
    const { keeper, run, sent, api } = setUp({
      [BULK]: () => new Promise((resolve) => open.push(resolve)),
    });
    keeper.start(api, request(201), false);
    await wait();
    expect(sent(BULK)[0]?.body).not.toHaveProperty('run_id');
    expect(run()).toMatchObject({ phase: 'running', percent: 0, isEstimate: true });
    // 200 blocks of 2 s each: half of the first batch after 200 s.
    await wait(200_000);
    expect(run().percent).toBe(49);
    open[0]?.({ results: ids(200).map((id) => ({ memory_block_id: id, success: true })) });
    await wait();
    expect(run()).toMatchObject({ done: 200, succeeded: 200, percent: 99 });
    open[1]?.({ results: [{ memory_block_id: 'block-200', success: false, error: 'No.' }] });
    await wait();
    expect(run()).toMatchObject({ phase: 'done', succeeded: 200, failed: 1, percent: 100 });
    expect(outcomeOf(run())).toBe('Compacted 200 memories. 1 of 201 memory blocks could not be compacted.');
  });

  it('a batch that fails as a whole counts as failed; only when all do, the run does', async () => {
    let count = 0;
    let broken = 1;
    const { keeper, run, api } = setUp({
      [BULK]: ({ body }: Sent) => {
        if ((count += 1) <= broken) throw new ApiError(500, 'Broken.', '', null);
        return { results: body.memory_block_ids.map((id) => ({ memory_block_id: id, success: true })) };
      },
    });
    keeper.start(api, request(201), false);
    await wait();
    expect(run()).toMatchObject({ phase: 'done', succeeded: 1, failed: 200 });
    expect(run().tally.failures[199]).toEqual({ id: 'block-199', reason: 'Broken.' });
    keeper.dismiss('run');
    [count, broken] = [0, 2];
    keeper.start(api, request(201), false);
    await wait();
    expect(outcomeOf(run())).toBe('Failed to compact memory blocks: Broken.');
  });

  it('cancel aborts the request', async () => {
    const { keeper, run, sent, api } = setUp({
      [BULK]: ({ signal }: Sent) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
        }),
    });
    keeper.start(api, request(300), false);
    await wait();
    await keeper.cancel('run');
    await wait();
    expect(sent(BULK)[0]?.signal.aborted).toBe(true);
    expect(sent(BULK)).toHaveLength(1);
    expect(run().phase).toBe('cancelled');
  });
});
