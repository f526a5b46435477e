/** @jest-environment node */
import path from 'node:path';
import { removeRepetition } from './repetition';
import {
  labelledNear,
  labelledPairs,
  labelledWorkspaces,
  measureConflicts,
  measureConflictsAmong,
  measureDuplicates,
  measureMerges,
  measurePruning,
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

describe.each(labelledWorkspaces.map((workspace, n) => ({ n, workspace })))(
  'in workspace $n as people write it',
  ({ workspace }) => {
    test('merges duplicates and nothing else, by words and with vectors', () => {
      const byWords = measureDuplicates(workspace);
      expect(byWords.precision).toBeGreaterThanOrEqual(0.9);
      expect(byWords.recall).toBeGreaterThanOrEqual(0.5);
      const byMeaning = measureDuplicates(workspace, labelledNear(workspace));
      expect(byMeaning.precision).toBeGreaterThanOrEqual(0.9);
      expect(byMeaning.recall).toBeGreaterThanOrEqual(0.75);
    });

    test('reports conflicts and nothing else', () => {
      const { precision, recall } = measureConflictsAmong(workspace);
      expect(precision).toBeGreaterThanOrEqual(0.9);
      expect(recall).toBeGreaterThanOrEqual(0.35);
    });

    test('compacts nothing but what is said twice', () => {
      const compacted = workspace.filter(({ text }) => removeRepetition(text) !== text);
      for (const { text } of compacted) {
        const said = removeRepetition(text);
        for (const line of text.split(/(?<=[.!?])\s+|\n+/)) expect(said).toContain(line.replace(/[.]$/, ''));
      }
    });

    test.each([60, 200, 400, 1200])(
      'proposes passing notes alone for archiving after %i unread days',
      (days) => {
        const { precision, recall } = measurePruning(workspace, days);
        expect(precision).toBeGreaterThanOrEqual(0.9);
        expect(recall).toBeGreaterThanOrEqual(0.5);
      },
    );
  },
);
