import type { Change } from '@hindsight/shared-contracts/api';
import { QueryClient, QueryObserver } from '@hindsight/shared-contracts/query';
import { createChangesToApply } from './startFollowing';

const change = (kind: Change['kind'], more: Partial<Change> = {}): Change => ({
  kind,
  scope: null,
  organization_id: null,
  ids: [],
  added: 0,
  changed: 1,
  removed: 0,
  ...more,
});
const ALPHA = { scope: 'organization', organization_id: 'alpha' } as const;

/** A cache with queries on screen; answers how often each has been loaded since. */
async function screen(
  queries: QueryClient,
  wanted: Record<string, { key: unknown[]; meta?: QueryObserver['options']['meta'] }>,
) {
  const loads: Record<string, number> = {};
  for (const [name, { key, meta }] of Object.entries(wanted)) {
    loads[name] = -1;
    new QueryObserver(queries, {
      queryKey: key,
      meta,
      staleTime: Infinity,
      queryFn: async () => (loads[name] = (loads[name] ?? 0) + 1),
    }).subscribe(() => undefined);
  }
  await jest.advanceTimersByTimeAsync(0);
  return loads;
}

let queries: QueryClient;
beforeEach(() => {
  jest.useFakeTimers();
  queries = new QueryClient();
});
afterEach(() => {
  queries.clear();
  jest.useRealTimers();
});

test('loads what follows a change of its workspace again, and nothing else', async () => {
  const loads = await screen(queries, {
    here: { key: ['organization:alpha', 'recent'], meta: { follows: ['memories'] } },
    elsewhere: { key: ['organization:beta', 'recent'], meta: { follows: ['memories'] } },
    other: { key: ['organization:alpha', 'agents'], meta: { follows: ['agents'] } },
    list: { key: ['organization:alpha', 'page'], meta: { follows: ['memories'], isSteady: true } },
    elsewhereList: { key: ['organization:beta', 'page'], meta: { follows: ['memories'], isSteady: true } },
    bell: { key: ['notifications', 'me'], meta: { follows: ['notifications'] } },
  });
  const { apply, stop } = createChangesToApply(queries);
  apply([change('memories', ALPHA), change('notifications')], false);
  await jest.advanceTimersByTimeAsync(0);
  expect(loads).toEqual({ here: 1, elsewhere: 0, other: 0, list: 0, elsewhereList: 0, bell: 1 });
  apply([change('memories', ALPHA)], true);
  await jest.advanceTimersByTimeAsync(1000);
  expect(loads).toEqual({ here: 2, elsewhere: 0, other: 0, list: 1, elsewhereList: 0, bell: 1 });
  apply(null, true);
  await jest.advanceTimersByTimeAsync(0);
  expect(loads).toEqual({ here: 3, elsewhere: 1, other: 1, list: 2, elsewhereList: 1, bell: 2 });
  stop();
});

test('loads a query of certain rows for these alone, or when not all rows are named', async () => {
  const loads = await screen(queries, {
    one: { key: ['person', 'jobs', 'one'], meta: { follows: ['jobs'], ids: ['one'] } },
    two: { key: ['person', 'jobs', 'two'], meta: { follows: ['jobs'], ids: ['two'] } },
  });
  const { apply, stop } = createChangesToApply(queries);
  apply([change('jobs', { ids: ['one'] })], false);
  await jest.advanceTimersByTimeAsync(0);
  expect(loads).toEqual({ one: 1, two: 0 });
  apply([change('jobs', { ids: ['three'], changed: 500 })], false);
  await jest.advanceTimersByTimeAsync(1000);
  expect(loads).toEqual({ one: 2, two: 1 });
  stop();
});

test('loads once a second while changes come without a pause, and once more after an answer that may be older', async () => {
  let answer: (() => void) | undefined;
  let loads = 0;
  const observer = new QueryObserver(queries, {
    queryKey: ['personal', 'figures'],
    meta: { follows: ['retrievals'] },
    queryFn: () => new Promise<number>((resolve) => (answer = () => resolve((loads += 1)))),
  });
  observer.subscribe(() => undefined);
  const finish = async () => {
    answer?.();
    await jest.advanceTimersByTimeAsync(0);
  };
  await finish();
  const { apply, stop } = createChangesToApply(queries);
  for (let n = 0; n < 10; n += 1) apply([change('retrievals', { scope: 'personal' })], false);
  await finish();
  expect(loads).toBe(2);
  await jest.advanceTimersByTimeAsync(1000);
  await finish();
  expect(loads).toBe(3);

  // The answer of this round is on its way when the next change comes.
  await jest.advanceTimersByTimeAsync(5000);
  apply([change('retrievals', { scope: 'personal' })], false);
  await jest.advanceTimersByTimeAsync(1000);
  apply([change('retrievals', { scope: 'personal' })], false);
  await jest.advanceTimersByTimeAsync(3000);
  await finish();
  await jest.advanceTimersByTimeAsync(1000);
  await finish();
  expect(loads).toBe(5);
  stop();
});
