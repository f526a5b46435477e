/** @jest-environment node */
import path from 'node:path';
import {
  labelledPairs,
  measureConflicts,
  measureMerges,
  measureWarnings,
} from '../../testing/judged/proposals';

const pairs = labelledPairs(path.join(__dirname, '../../../..'));

test('holds 200 labelled pairs and texts', () => {
  expect(pairs.length + Object.values(measureWarnings().found).reduce((sum, [, of]) => sum + of, 0)).toBe(
    200,
  );
});

test('proposes merges of what says the same, by words and with vectors', () => {
  const byWords = measureMerges(pairs, false);
  expect(byWords.precision).toBeGreaterThanOrEqual(0.9);
  expect(byWords.recall).toBeGreaterThanOrEqual(0.5);
  // Whatever a model takes for the same, the rules tell cases apart.
  const byMeaning = measureMerges(pairs, true);
  expect(byMeaning.precision).toBeGreaterThanOrEqual(0.9);
  expect(byMeaning.recall).toBeGreaterThanOrEqual(0.75);
});

test('finds conflicts and warnings, and takes nothing else for one', () => {
  for (const { precision, recall } of [measureConflicts(pairs), measureWarnings()]) {
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.75);
  }
});
