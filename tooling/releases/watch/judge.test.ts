import { computeFigures } from './figures';
import { judgeRelease } from './judge';
import type { TabRow } from './tabRows';

const stable = { remote: 'memory', version: '1.0.0' };
const canary = { remote: 'memory', version: '1.1.0' };

/** Rows of as many tabs, each of a person of its own; the first ones failed. */
function tabs(release: typeof stable, count: number, failing = 0, more: Partial<TabRow> = {}): TabRow[] {
  return Array.from({ length: count }, (_, index) => ({
    ...release,
    tab: `tab-${index}`,
    person: `person-${index}`,
    organization: null,
    page: '/dashboard',
    channel: 'stable',
    at: 1000,
    loads: 1,
    failures: index < failing ? 2 : 0,
    longTasks: 0,
    ...more,
  }));
}

const verdict = (rows: TabRow[], minPeople = 20, since = 0) =>
  judgeRelease(computeFigures(rows, canary, since), computeFigures(rows, stable, since), minPeople);

it('stops a version that fails for a third of the people', () => {
  expect(verdict([...tabs(canary, 21, 7), ...tabs(stable, 40)])).toEqual({
    kind: 'bad',
    reason: '1.1.0 failed for 7 of 21 people (33 %); 1.0.0 failed for 0 of 40 people (0 %).',
  });
});

it('goes on with one that fails no more often than the live version', () => {
  expect(verdict([...tabs(canary, 20, 2), ...tabs(stable, 20, 1)]).kind).toBe('good');
  expect(verdict(tabs(canary, 20)).kind).toBe('good');
});

it('judges nothing before enough people have reported', () => {
  expect(verdict(tabs(canary, 19, 19))).toEqual({ kind: 'wait', reason: '19 of 20 people have reported.' });
  expect(verdict([])).toEqual({ kind: 'wait', reason: '0 of 20 people have reported.' });
});

it('leaves out reports from before the step', () => {
  const old = tabs(canary, 30, 30, { at: 499 });
  expect(verdict([...old, ...tabs(canary, 20, 0, { at: 500 })], 20, 500).kind).toBe('good');
});

it('counts a person once, however many tabs report', () => {
  const invented = tabs(canary, 500, 500, { person: 'one' });
  expect(computeFigures(invented, canary)).toMatchObject({ people: 1, failing: 1, surelyFailing: 0 });
  expect(verdict(invented).kind).toBe('wait');
  const praise = tabs(canary, 500, 0, { person: 'one' });
  expect(verdict([...praise, ...tabs(canary, 30, 10)]).kind).toBe('bad');
});

it('stops nothing by the word of one person', () => {
  expect(verdict(tabs(canary, 5, 1), 5).kind).toBe('good');
  expect(verdict(tabs(canary, 5, 2), 5).kind).toBe('bad');
});

it('stops nothing by the word of one address among several', () => {
  const office = tabs(canary, 10, 10, { address: 'office' });
  const others = tabs(canary, 12).map((row, index) => ({
    ...row,
    person: `other ${index}`,
    address: `${index}`,
  }));
  expect(verdict([...office, ...others]).kind).toBe('good');
  const elsewhere = others.map((row, index) => ({ ...row, failures: index < 2 ? 1 : 0 }));
  expect(verdict([...office, ...elsewhere]).kind).toBe('bad');
  expect(verdict(tabs(canary, 20, 10, { address: 'the proxy' })).kind).toBe('bad');
});

it('stops one whose pages appear later, where both have enough people', () => {
  const slow = tabs(canary, 20, 0, { lcp: 2000 });
  expect(verdict([...slow, ...tabs(stable, 20, 0, { lcp: 1000 })])).toEqual({
    kind: 'bad',
    reason: 'The largest contentful paint of 1.1.0 takes 2000 ms, that of 1.0.0 1000 ms (75th percentile).',
  });
  expect(verdict([...slow, ...tabs(stable, 19, 0, { lcp: 1000 })]).kind).toBe('good');
  expect(verdict([...slow, ...tabs(stable, 20, 0, { lcp: 1900 })]).kind).toBe('good');
  const fast = tabs(canary, 20, 0, { lcp: 150 });
  expect(verdict([...fast, ...tabs(stable, 20, 0, { lcp: 50 })]).kind).toBe('good');
});
