import { comparisonText, differenceText, limitOptions, outcomeText, settingsText } from './playground';

const settings = {
  mode: 'hybrid',
  limit: 10,
  agent_id: null,
  conversation_id: null,
  include_archived: false,
} as const;

test.each([
  ['a', 1, ''],
  ['b', 2, '1 place higher than in B'],
  ['c', 3, '1 place lower than in B'],
  ['d', 4, 'Only in A'],
])('says in words how the place of %s differs', (id, place, text) => {
  expect(differenceText(id, place, 'A', { name: 'B', ids: ['a', 'c', 'b'] })).toBe(text);
});

test('sums up what two settings have in common', () => {
  expect(comparisonText(['a', 'b', 'c', 'd'], ['a', 'c', 'b', 'e', 'f'])).toBe(
    '3 memories in both, 1 only in A, 2 only in B, 2 ranked differently.',
  );
  expect(comparisonText(['a', 'b'], ['a', 'b'])).toBe(
    'Both settings find the same memories in the same order.',
  );
  expect(comparisonText([], [])).toBe('Neither setting finds any memories.');
  expect(comparisonText([], ['a'])).toBe(
    '0 memories in both, 0 only in A, 1 only in B, 0 ranked differently.',
  );
});

test('describes settings, those that narrow only where they are set', () => {
  expect(settingsText(settings, [])).toBe('Best match, first 10');
  const narrow = { ...settings, agent_id: 'a', conversation_id: 'c', include_archived: true };
  expect(settingsText(narrow, [{ id: 'a', name: 'Reviewer' }])).toBe(
    'Best match, first 10, agent Reviewer, one conversation, archived included',
  );
});

test('keeps a limit of the address as a choice', () => {
  expect(limitOptions(7).map(({ value }) => value)).toEqual([
    '1',
    '3',
    '5',
    '7',
    '10',
    '20',
    '50',
    '100',
    '200',
  ]);
});

test.each([
  ['active', 2, 'found at rank 2'],
  ['active', 14, 'found at rank 14, below the top 10'],
  ['active', null, 'not found'],
  ['merged', 1, 'merged into another memory, found at rank 1'],
  ['merged', null, 'merged into a memory that is not found'],
  ['archived', null, 'archived'],
  ['deleted', null, 'deleted'],
] as const)('says of a memory that is %s at place %s: %s', (state, place, text) => {
  expect(outcomeText({ memory_block_id: 'm', title: 't', state, place }, 10)).toBe(text);
});
