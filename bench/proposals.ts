/** `pnpm bench proposals`: precision and recall of the suggestions, on labeled pairs of texts. */
import { fileURLToPath } from 'node:url';
import {
  labeledNear,
  labeledPairs,
  labeledWorkspaces,
  type Measure,
  measureConflicts,
  measureConflictsAmong,
  measureDuplicates,
  measureMerges,
  measurePruning,
  measureWarnings,
} from '../memory-service/src/testing/judged/proposals';
import { markdownTable, print } from './report';

const percent = (value: number) => `${Math.round(value * 100)} %`;

const toRow = (name: string, { precision, recall, found }: Measure): string[] => [
  name,
  percent(precision),
  percent(recall),
  Object.entries(found)
    .map(([label, [count, of]]) => `${label} ${count}/${of}`)
    .join(', '),
];

export function benchProposals(): Promise<void> {
  const pairs = labeledPairs(fileURLToPath(new URL('..', import.meta.url)));
  print(
    markdownTable([
      ['proposal', 'precision', 'recall', 'proposed, by label'],
      toRow('merge, by words', measureMerges(pairs, false)),
      toRow('merge, all pairs close in meaning', measureMerges(pairs, true)),
      toRow('conflict', measureConflicts(pairs)),
      toRow('warning', measureWarnings()),
      ...labeledWorkspaces.flatMap((workspace, n) => [
        toRow(`workspace ${n + 1}: merge, by words`, measureDuplicates(workspace)),
        toRow(
          `workspace ${n + 1}: merge, close in meaning`,
          measureDuplicates(workspace, labeledNear(workspace)),
        ),
        toRow(`workspace ${n + 1}: conflict`, measureConflictsAmong(workspace)),
        toRow(`workspace ${n + 1}: pruning after 400 days`, measurePruning(workspace, 400)),
      ]),
    ]),
  );
  return Promise.resolve();
}
