/** Judgments that a person makes with one click or key. */
import { isUuid } from '@hindsight/shared-contracts/rules';
import type { Memory } from './memory';

export interface Judgment {
  type: 'positive' | 'negative' | 'neutral';
  /** Marks the memory; null removes the mark. */
  problem?: 'wrong' | 'outdated' | null;
}

export const JUDGMENTS = [
  { kind: 'right', key: 'r', label: 'Right', done: 'Marked right', judgment: { type: 'positive' } },
  {
    kind: 'wrong',
    key: 'w',
    label: 'Wrong',
    done: 'Marked wrong',
    judgment: { type: 'negative', problem: 'wrong' },
  },
  {
    kind: 'outdated',
    key: 'o',
    label: 'Outdated',
    done: 'Marked outdated',
    judgment: { type: 'negative', problem: 'outdated' },
  },
] as const satisfies readonly {
  kind: string;
  key: string;
  label: string;
  done: string;
  judgment: Judgment;
}[];

export type JudgmentKind = (typeof JUDGMENTS)[number]['kind'];

export const RESOLVE: Judgment = { type: 'neutral', problem: null };

/** Displayed name of a mark. */
export const PROBLEM_NAMES = { wrong: 'Wrong', outdated: 'Outdated' } as const;

/** Metadata key under which a superseded memory names its successor. */
export const SUCCESSOR = 'superseded_by';

/** ID of the successor in a memory's metadata; null if there is none. */
export function namedSuccessor(metadata: Memory['metadata']): string | null {
  const id = metadata?.[SUCCESSOR];
  return typeof id === 'string' && isUuid(id) ? id : null;
}

/** Successor of a memory. A restored memory is in use again, so it has none. */
export const findSuccessor = ({ metadata, archived }: Pick<Memory, 'metadata' | 'archived'>): string | null =>
  archived ? namedSuccessor(metadata) : null;

interface Entry {
  feedback_type: Judgment['type'];
  problem: 'wrong' | 'outdated' | 'resolved' | null;
}

/** Description of a judgment in the log. */
export function judgmentText({ feedback_type: type, problem }: Entry): string {
  if (problem === 'resolved') return 'Mark removed';
  if (problem !== null) return `Marked ${problem}`;
  return { positive: 'Right', negative: 'Not helpful', neutral: 'Neutral' }[type];
}
