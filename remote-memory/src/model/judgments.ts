/** What a person says of a memory with one click or one key. */
import { isUuid } from '@hindsight/shared-contracts/rules';
import type { Memory } from './memory';

export interface Judgment {
  type: 'positive' | 'negative' | 'neutral';
  /** Marks the memory; null takes a mark away. */
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

/** The mark as a person reads it. */
export const PROBLEM_NAMES = { wrong: 'Wrong', outdated: 'Outdated' } as const;

/** Where a memory that is superseded names the one that replaces it. */
export const SUCCESSOR = 'superseded_by';

/** The memory that the metadata of another names as the one that replaces it; null without one. */
export function namedSuccessor(metadata: Memory['metadata']): string | null {
  const id = metadata?.[SUCCESSOR];
  return typeof id === 'string' && isUuid(id) ? id : null;
}

/** The memory that replaces this one. One that is restored is in use again, whatever it names. */
export const findSuccessor = ({ metadata, archived }: Pick<Memory, 'metadata' | 'archived'>): string | null =>
  archived ? namedSuccessor(metadata) : null;

interface Entry {
  feedback_type: Judgment['type'];
  problem: 'wrong' | 'outdated' | 'resolved' | null;
}

/** What a judgment of the log said. */
export function judgmentText({ feedback_type: type, problem }: Entry): string {
  if (problem === 'resolved') return 'Mark removed';
  if (problem !== null) return `Marked ${problem}`;
  return { positive: 'Right', negative: 'Not helpful', neutral: 'Neutral' }[type];
}
