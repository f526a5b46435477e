import { fakeApi, fakeShell, FakeShellProvider } from '@hindsight/shared-contracts/testing';
import { act, renderHook } from '@testing-library/react';
import { testJob } from '../../testing/fixtures';
import { useRun, useRuns, useStartRun } from './useRuns';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('asks for a job once a second, also while a dialog shows the run over the list of runs', async () => {
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
      wrapper: ({ children }) => <FakeShellProvider shell={fakeShell({ api })}>{children}</FakeShellProvider>,
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
