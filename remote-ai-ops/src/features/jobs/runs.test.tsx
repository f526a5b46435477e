import { act, renderHook } from '@testing-library/react';
import type { Job } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { FakeShellProvider, fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import type { FakeAnswers } from '@hindsight/shared-contracts/testing';
import { countOutcome } from '../../model/batches';
import { restoreRuns, newRun, toRun } from '../../model/run';
import { testJob } from '../../testing/fixtures';
import { describeCosts } from './ModelCost';
import { outcomeText, progressText } from './texts';
import { useRunEnd } from './useRunEnd';
import { useCancelRun, useDismissRuns, useFoundRuns, useRun, useRuns, useStartRun } from './useRuns';

describe('polling', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('polls a job once per second, even while a dialog shows the run as well', async () => {
    const api = fakeApi({
      'GET /jobs/{id}': () => testJob('job-1'),
      'POST /memory-blocks/bulk-compact': () => testJob('job-1'),
      'GET /jobs/': { items: [] },
    });
    const view = renderHook(
      ({ openId }: { openId: string | null }) => {
        useRuns({ isPolled: true });
        return { run: useRun(openId), start: useStartRun() };
      },
      {
        initialProps: { openId: null as string | null },
        wrapper: ({ children }) => (
          <FakeShellProvider shell={fakeShell({ api })}>{children}</FakeShellProvider>
        ),
      },
    );
    let id = '';
    act(() => void (id = view.result.current.start('bulk_compaction', { ids: ['a', 'b'] })));
    await act(async () => jest.advanceTimersByTimeAsync(1300));
    view.rerender({ openId: id });
    await act(async () => jest.advanceTimersByTimeAsync(700));
    const polls = () => api.calls.filter(({ key }) => key === 'GET /jobs/{id}').length;
    const before = polls();
    await act(async () => jest.advanceTimersByTimeAsync(10_000));
    expect(polls() - before).toBe(10);
  });
});

describe('runs', () => {
  const BULK = 'POST /memory-blocks/bulk-compact';
  const JOB = 'GET /jobs/{id}';
  const JOBS = 'GET /jobs/';
  const CANCEL = 'POST /jobs/{id}/cancel';
  const ids = (count: number) => Array.from({ length: count }, (_, n) => `block-${n}`);
  interface Sent {
    body: { memory_block_ids: string[]; run_id?: string };
    respondAsync: boolean;
    params: { id: string };
  }
  const completed: Partial<Job> = { status: 'completed', results: [] };

  async function setUp(answers: FakeAnswers) {
    const api = fakeApi({ [JOBS]: { items: [] }, ...answers });
    const shell = fakeShell({ api });
    const view = renderHook(
      () => {
        useFoundRuns();
        const runs = useRuns({ isPolled: true });
        useRunEnd(runs[0], () => undefined);
        return { runs, start: useStartRun(), cancel: useCancelRun(), dismiss: useDismissRuns() };
      },
      { wrapper: ({ children }) => <FakeShellProvider shell={shell}>{children}</FakeShellProvider> },
    );
    const page = () => view.result.current;
    const sent = (key: string) =>
      api.calls.filter((call) => call.key === key).map(({ input }) => input as Sent);
    const wait = (ms = 0) => act(async () => jest.advanceTimersByTimeAsync(ms));
    await wait(1);
    return {
      shell,
      sent,
      wait,
      run: () => page().runs[0]!,
      runs: () => page().runs,
      async start(count: number) {
        const settings = { concurrency: 10, instructions: 'short' };
        act(() => void page().start('bulk_compaction', { ids: ids(count), settings }));
        await wait(1);
      },
      async cancel() {
        act(() => page().cancel(page().runs[0]!.id));
        await wait(1);
      },
      async dismiss() {
        act(() => page().dismiss(page().runs));
        await wait(1);
      },
    };
  }
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('sends batches of 200 as jobs of one run and shows their progress', async () => {
    let count = 0;
    let done = 50;
    const { start, run, sent, wait } = await setUp({
      [BULK]: ({ body }: Sent) => testJob(`job-${(count += 1)}`, { total: body.memory_block_ids.length }),
      [JOB]: ({ params }: Sent) => {
        const total = params.id === 'job-3' ? 50 : 200;
        return params.id === 'job-1'
          ? testJob(params.id, { total, done, succeeded: done - 1, failed: 1 })
          : testJob(params.id, { total });
      },
    });
    await start(450);
    await wait(1000);
    expect(sent(BULK).map(({ body }) => body.memory_block_ids.length)).toEqual([200, 200, 50]);
    expect(sent(BULK).every(({ body, respondAsync }) => body.run_id === run().id && respondAsync)).toBe(true);
    expect(run()).toMatchObject({ total: 450, done: 50, succeeded: 49, failed: 1, percent: 11 });
    done = 200;
    await wait(1000);
    expect(run()).toMatchObject({ phase: 'running', done: 200, percent: 44 });
  });

  it('shows a queued run from before a reload as waiting, with its settings', async () => {
    let status: Job['status'] = 'queued';
    const job = () => testJob('job-1', { status, user_instructions: 'short', max_concurrent: 10 });
    const { run, wait } = await setUp({ [JOBS]: { items: [job()] }, [JOB]: job });
    expect(progressText(run())).toBe('Waiting for other work to finish');
    expect(run().settings).toEqual({ instructions: 'short', concurrency: 10 });
    status = 'running';
    await wait(1000);
    expect(progressText(run())).toBe('Compacting');
  });

  it.each([
    [[true, true], 'Compacted 2 memories. Everything was undone.'],
    [[true, undefined], 'Compacted 2 memories. Undone for 1 memory.'],
    [[undefined, undefined], 'Compacted 2 memories.'],
  ])('shows how much of a run from before a reload was undone: %j', async (undone, sentence) => {
    const results = undone.map((is, n) => ({
      memory_block_id: `block-${n}`,
      success: true,
      version: 1,
      ...(is && { undone: is }),
    }));
    const finished_at = new Date().toISOString();
    const job = testJob('job-1', {
      status: 'completed',
      total: 2,
      done: 2,
      succeeded: 2,
      results,
      finished_at,
    });
    const { run, wait } = await setUp({ [JOBS]: { items: [{ ...job, results: null }] }, [JOB]: job });
    await wait(1);
    expect(outcomeText(run())).toBe(sentence);
  });

  it('cancels at the service and totals the finished work', async () => {
    let status: Job['status'] = 'running';
    const results = [
      { memory_block_id: 'block-0', success: true, version: 1 },
      { memory_block_id: 'block-1', success: false, error: 'Too short.' },
    ];
    const { start, cancel, dismiss, run, runs, sent, wait } = await setUp({
      [BULK]: () => testJob('job-1'),
      [CANCEL]: () => testJob('job-1', { cancel_requested: true }),
      [JOB]: () =>
        testJob('job-1', {
          status,
          done: 2,
          succeeded: 1,
          failed: 1,
          results: status === 'cancelled' ? results : null,
        }),
    });
    await start(200);
    await cancel();
    expect(run().phase).toBe('cancelling');
    expect(sent(CANCEL)).toHaveLength(1);
    status = 'cancelled';
    await wait(1000);
    expect(run()).toMatchObject({ phase: 'cancelled', done: 2, total: 200, ...countOutcome(results) });
    expect(outcomeText(run())).toBe('Compaction cancelled: 1 memory done, 1 failed, 198 not processed.');
    await dismiss();
    expect(runs()).toEqual([]);
  });

  it('stops sending batches after a cancel', async () => {
    const { start, cancel, run, sent, wait } = await setUp({
      [BULK]: () => new Promise((resolve) => setTimeout(() => resolve(testJob('job-1')), 500)),
      [CANCEL]: () => testJob('job-1', { cancel_requested: true }),
      [JOB]: () => testJob('job-1', { status: 'cancelled', results: [] }),
    });
    await start(450);
    await cancel();
    await wait(2000);
    expect(sent(BULK)).toHaveLength(1);
    expect(sent(CANCEL)).toHaveLength(1);
    expect(run().phase).toBe('cancelled');
  });

  it('finds a run from before a reload and announces its end', async () => {
    const jobs = [
      testJob('job-2'),
      testJob('job-1', {
        status: 'completed',
        done: 200,
        succeeded: 200,
        created_at: '2026-01-01T00:00:00Z',
      }),
    ];
    let isDone = false;
    const { run, runs, shell, wait } = await setUp({
      [JOBS]: { items: jobs },
      [JOB]: ({ params }: Sent) =>
        params.id === 'job-2' && !isDone
          ? testJob('job-2')
          : testJob(params.id, { ...completed, done: 200, succeeded: 200 }),
    });
    expect(runs()).toHaveLength(1);
    expect(run().jobIds).toEqual(['job-1', 'job-2']);
    expect(run()).toMatchObject({ phase: 'running', total: 400, done: 200, percent: 50 });
    isDone = true;
    await wait(1000);
    expect(run()).toMatchObject({ phase: 'done', percent: 100, succeeded: 400 });
    expect(shell.shown).toEqual([['success', 'Compacted 400 memories.']]);
  });

  it('shows a recently ended run without announcing it', async () => {
    const now = Date.parse('2026-01-01T12:00:00Z');
    const ended = (minutes: number, part: Partial<Job> = {}) =>
      testJob('old', {
        status: 'completed',
        finished_at: new Date(now - minutes * 60_000).toISOString(),
        ...part,
      });
    expect(restoreRuns([ended(14)], now)).toHaveLength(1);
    expect(restoreRuns([ended(15)], now)).toEqual([]);
    expect(restoreRuns([ended(1, { run_id: null })], now)).toEqual([]);
    expect(
      restoreRuns([testJob('a'), testJob('b', { kind: 'organization_move', run_id: null })], now),
    ).toHaveLength(1);
    jest.setSystemTime(now);
    const { run, shell } = await setUp({
      [JOBS]: { items: [ended(1)] },
      [JOB]: () => testJob('old', { ...completed, results: [{ memory_block_id: 'a', success: true }] }),
    });
    expect(run().phase).toBe('done');
    expect(run().rows).toHaveLength(1);
    expect(shell.shown).toEqual([]);
  });

  it('recovers from an unavailable service and shows the reason of a failure', async () => {
    let works = false;
    const { start, run, wait } = await setUp({
      [BULK]: () => testJob('job-1'),
      [JOB]: () => {
        if (works)
          return testJob('job-1', { ...completed, status: 'failed', error: 'The token is invalid.' });
        throw new ApiError(502, null, '', null);
      },
    });
    await start(1);
    await wait(3000);
    expect(run().phase).toBe('running');
    works = true;
    await wait(1000);
    expect(outcomeText(run())).toBe('Failed to compact memory blocks: The token is invalid.');
  });

  it.each([
    [404, 1000],
    [502, 31_000],
  ])('gives up when the service responds with %d', async (status, ms) => {
    const { start, run, sent, wait } = await setUp({
      [BULK]: () => testJob('job-1'),
      [JOB]: () => {
        throw new ApiError(status, 'No answer.', '', null);
      },
    });
    await start(1);
    await wait(ms);
    expect(run()).toMatchObject({ phase: 'failed', error: 'No answer.' });
    const count = sent(JOB).length;
    await wait(5000);
    expect(sent(JOB)).toHaveLength(count);
  });

  it('reports a cancel that does not reach the service and allows another one', async () => {
    let works = false;
    const { start, cancel, run, sent, shell } = await setUp({
      [BULK]: () => testJob('job-1'),
      [JOB]: () => testJob('job-1'),
      [CANCEL]: () => {
        if (works) return testJob('job-1', { cancel_requested: true });
        throw new ApiError(502, null, '', null);
      },
    });
    await start(1);
    await cancel();
    expect(shell.shown).toHaveLength(1);
    expect(run().phase).toBe('running');
    works = true;
    await cancel();
    expect(run().phase).toBe('cancelling');
    expect(sent(CANCEL)).toHaveLength(2);
  });

  it('reports when a batch sent during a cancel cannot be stopped', async () => {
    let arrive: (job: Job) => void = () => undefined;
    const { start, cancel, run, shell, wait } = await setUp({
      [BULK]: () => new Promise<Job>((resolve) => (arrive = resolve)),
      [JOB]: () => testJob('job-1'),
      [CANCEL]: () => {
        throw new ApiError(502, null, '', null);
      },
    });
    await start(1);
    await cancel();
    expect(shell.shown).toEqual([]);
    await act(async () => arrive(testJob('job-1')));
    await wait(1000);
    expect(shell.shown).toHaveLength(1);
    expect(run().phase).toBe('running');
  });

  it('counts a rejected batch as failed and continues with the others', async () => {
    const { start, run, wait } = await setUp({
      [BULK]: ({ body }: Sent) => {
        if (body.memory_block_ids[0] === 'block-200') throw new ApiError(503, 'Too busy.', '', null);
        return testJob(body.memory_block_ids[0]!, { total: body.memory_block_ids.length });
      },
      [JOB]: ({ params }: Sent) => {
        const total = params.id === 'block-400' ? 1 : 200;
        return testJob(params.id, { ...completed, total, done: total, succeeded: total });
      },
    });
    await start(401);
    await wait(1000);
    expect(run()).toMatchObject({ phase: 'done', total: 401, done: 401, succeeded: 201, failed: 200 });
    expect(run().failures[0]).toEqual({ id: 'block-200', reason: 'Too busy.' });
  });

  it('fails when all batches are rejected', async () => {
    const { start, run } = await setUp({
      [BULK]: () => {
        throw new ApiError(500, 'Broken.', '', null);
      },
    });
    await start(201);
    expect(outcomeText(run())).toBe('Failed to compact memory blocks: Broken.');
  });

  it('fails when the response is not a job', async () => {
    const { start, run } = await setUp({ [BULK]: () => ({ message: 'nonsense' }) });
    await start(1);
    expect(run()).toMatchObject({
      phase: 'failed',
      error: expect.stringContaining('couldn’t read') as string,
    });
  });

  test('names the reason when a consolidation finds groups but cannot suggest anything', () => {
    const reason = 'The language model’s rate limit was reached. Try again in a minute.';
    const results = [
      { success: true, groups_found: 1 },
      { success: false, error: reason },
    ];
    const job = testJob('job-1', {
      ...completed,
      kind: 'consolidation',
      total: 2,
      done: 2,
      succeeded: 1,
      failed: 1,
      results,
    });
    const run = newRun({ id: 'run', kind: 'consolidation', ids: [], jobIds: [job.job_id] });
    expect(outcomeText(toRun(run, [job], null))).toBe(
      `Couldn’t suggest anything for 1 group of similar memories. ${reason}`,
    );
  });

  test('shows the token usage of the language model', () => {
    const results = [
      { success: true, model_calls: 1, model_tokens: 1200 },
      { success: false, error: 'No.', model_calls: 2, model_tokens: 34 },
    ];
    const job = testJob('job-1', { ...completed, total: 2, done: 2, succeeded: 1, failed: 1, results });
    const run = newRun({ id: 'run', kind: 'bulk_compaction', ids: [], jobIds: [job.job_id] });
    expect(outcomeText(toRun(run, [job], null))).toBe(
      'Compacted 1 memory. Couldn’t compact 1 of 2 memory blocks. Used 1,234 tokens.',
    );
  });

  test('shows the estimated cost, the usage and the limit', () => {
    const costs = {
      is_configured: true,
      month: '2026-05',
      spent: [
        { kind: 'bulk_compaction', calls: 3, tokens: 1500 },
        { kind: 'pruning', calls: 1, tokens: 500 },
      ],
      tokens_today: 700,
      daily_limit: 2_000_000,
      estimate: { calls: 50, tokens: 60_000 },
    };
    expect(describeCosts('bulk_compaction', costs)).toBe(
      'This takes about 60,000 tokens in 50 calls to the language model. This workspace has used 2,000 tokens this month. Daily limit of all workspaces: 2,000,000, used today: 700.',
    );
  });
});
