/** `pnpm bench proposals`: precision and recall of what is proposed, on labelled pairs of texts. */
import { fileURLToPath } from 'node:url';
import {
  labelledPairs,
  type Measure,
  measureConflicts,
  measureMerges,
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
  const pairs = labelledPairs(fileURLToPath(new URL('..', import.meta.url)));
  print(
    markdownTable([
      ['proposal', 'precision', 'recall', 'proposed, by label'],
      toRow('merge, by words', measureMerges(pairs, false)),
      toRow('merge, all pairs close in meaning', measureMerges(pairs, true)),
      toRow('conflict', measureConflicts(pairs)),
      toRow('warning', measureWarnings()),
    ]),
  );
  return Promise.resolve();
}
