import {
  ACTIVITY_DAYS,
  activityTime,
  allDays,
  callText,
  hitsText,
  findLastActive,
  toMoments,
  silentDays,
  type Activity,
} from './agentActivity';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

it('takes an agent as active at its latest call, else at its newest memory', () => {
  const count = { agent_id: 'a', count: 1, archived_count: 0, last_activity: 'memory' };
  expect(findLastActive({ ...count, last_seen_at: 'call' })).toBe('call');
  expect(findLastActive({ ...count, last_seen_at: null })).toBe('memory');
  expect(findLastActive(undefined)).toBeNull();
});

it.each([
  [0, null],
  [4.9, null],
  [5, 5],
  [12.5, 12],
])('calls an agent that was active %d days ago silent for %p', (days, silent) => {
  expect(silentDays(daysAgo(days), NOW)).toBe(silent);
});

it('narrows to days of the reader', () => {
  const midnight = (day: number) => new Date(2026, 2, day).toISOString();
  const now = new Date(2026, 2, 10, 15).getTime();
  expect(toMoments('all', now)).toEqual({});
  expect(toMoments('today', now)).toEqual({ since: midnight(10) });
  expect(toMoments('yesterday', now)).toEqual({ since: midnight(9), until: midnight(10) });
  expect(toMoments('week', now)).toEqual({ since: midnight(4) });
  expect(toMoments('2026-03-01Z', now)).toEqual({
    since: '2026-03-01T00:00:00.000Z',
    until: '2026-03-02T00:00:00.000Z',
  });
  expect([activityTime('2026-03-01Z'), activityTime('2026-03-01')]).toEqual(['2026-03-01Z', undefined]);
});

it('fills the days without calls, up to today', () => {
  const days = allDays([{ date: '2026-03-09', read: 2, write: 0, refused: 1 }], NOW);
  expect(days).toHaveLength(ACTIVITY_DAYS);
  expect(days.slice(-2)).toEqual([
    { date: '2026-03-09', read: 2, write: 0, refused: 1 },
    { date: '2026-03-10', read: 0, write: 0, refused: 0 },
  ]);
});

const memory = (chosen: boolean) => ({ id: 'm', preview: 'p', chosen });
const call = (rest: Partial<Activity>) =>
  ({ kind: 'read', action: 'open', call: 'GET /x', memories: [], hits: null, ...rest }) as Activity;

it.each([
  [call({}), 'Opened a memory'],
  [call({ action: 'search', memories: [memory(false), memory(true)] }), 'Searched'],
  [
    call({ kind: 'write', action: 'archive', memories: [memory(false), memory(false)] }),
    'Archived 2 memories',
  ],
  [call({ kind: 'refused', action: 'create' }), 'Couldn’t record a memory'],
  [call({ action: 'other' }), 'Other request: GET /x'],
])('says what a call was: %#', (activity, text) => {
  expect(callText(activity)).toBe(text);
});

it.each([
  [call({}), ''],
  [call({ hits: 0, search_type: 'hybrid' }), 'No results, hybrid search'],
  [
    call({ hits: 1, memories: [memory(true)], search_type: 'fulltext' }),
    '1 result, 1 chosen, fulltext search',
  ],
  [call({ hits: 1200, memories: [memory(false)], search_type: null }), '1,200 results, 0 chosen'],
])('says what a search found: %#', (activity, text) => {
  expect(hitsText(activity)).toBe(text);
});
