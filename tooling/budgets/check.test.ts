import { mostGrown, overBudget } from './check';

const measured = (gzip: number, modules: Record<string, number> = {}) => ({
  'remote-memory': { weight: { gzip, brotli: 900 }, modules },
});
const budgets = { 'remote-memory': { gzip: 1000, brotli: 1000 } };
const baseline = { 'remote-memory': { 'a.ts': 1000, 'b.ts': 5000 } };

it('accepts a size at the budget', () => expect(overBudget(measured(1000), budgets, baseline)).toEqual([]));

it('reports the exceeded size and the module that grew most', () => {
  expect(overBudget(measured(1500, { 'a.ts': 3500, 'b.ts': 5100 }), budgets, baseline)).toEqual([
    'remote-memory is over its budget: 1.5 kB of 1.0 kB in gzip. Largest cause: a.ts grew by 2.5 kB to 3.5 kB (before compression).',
  ]);
});

it('applies a default budget to a new remote, and rejects anything else without a budget', () => {
  expect(overBudget(measured(40), { 'any other remote': { gzip: 50, brotli: 900 } }, {})).toEqual([]);
  expect(overBudget(measured(60), { 'any other remote': { gzip: 50, brotli: 900 } }, {})).toHaveLength(1);
  expect(overBudget(measured(1), {}, {})).toEqual(['remote-memory has no budget.']);
});

it('distinguishes a new module from one that grew', () => {
  expect(mostGrown({ moment: 60_000, 'a.ts': 1001 }, { 'a.ts': 1000 })).toBe(
    'moment is new or was small, and takes 60.0 kB (before compression)',
  );
  expect(mostGrown({ 'a.ts': 1 }, { 'a.ts': 1000 })).toBe('');
});
