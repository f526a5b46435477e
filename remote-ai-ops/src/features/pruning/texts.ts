/** Texts of the pruning page. The confirmation, the count of archived blocks and the failures are given by the specification. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { memories } from '../../model/block';

export const MEMORY = { one: 'memory', many: 'memories' };

export const pruningTexts = {
  off: { title: 'Feature coming soon.', description: 'Pruning is not enabled on this service yet.' },
  signIn: 'Sign in to prune memory blocks.',
  hints: {
    batchSize: 'Memories analyzed at a time, 1 to 100.',
    targetCount: 'Maximum suggestions. Leave empty for no limit.',
    maxIterations: 'Number of batches, 1 to 100.',
    score:
      'Scores run from 1 to 100 and weigh feedback, retrievals, substance, age and warnings. Memories with low scores are better candidates for archiving. A memory without feedback counts as average. Memories rated helpful or created in the last 30 days are not suggested, and at most a quarter of the workspace is suggested at a time.',
  },
  scoredByRules: (problem: string) => `Not all scores come from the language model. ${problem}`,
  generate: 'Generate Suggestions',
  advanced: 'Advanced',
  notGenerated: {
    title: 'No suggestions yet',
    description: 'Generate suggestions to see low-value memories. Nothing is archived until you confirm.',
  },
  nothing: { title: 'Nothing to prune', description: 'This workspace has no low-value memories.' },
  allKept: {
    title: 'All suggested memories are resolved',
    description: 'Memories you kept are suggested again only if they change.',
  },
  allArchived: {
    title: 'All suggested memories are archived',
    description: 'Generate suggestions again to find more.',
  },
  count: (open: number, evaluated: number | undefined) =>
    evaluated === undefined
      ? `${formatNumber(open)} suggested`
      : `${formatNumber(open)} suggested, ${memories(evaluated)} analyzed`,
  archiveSelected: (count: number) => `Archive Selected (${count})`,
  table: 'Pruning suggestions',
  selectMemory: (id: string) => `Select memory ${id}`,
  viewMemory: (id: string, problem: string | null) =>
    problem ? `View memory ${id}: ${problem}` : `View memory ${id}`,
  notArchived: (reason: string) => `Couldn’t archive: ${reason}`,
  review: {
    retrieved: (count: number) =>
      count === 0 ? 'Never' : count === 1 ? 'Once' : `${formatNumber(count)} times`,
  },
  noneSelected: 'Please select at least one memory block to prune.',
  question: 'Archive for pruning?',
  questionDetail: (count: number) =>
    `Are you sure you want to archive ${count} memory blocks for pruning? This action can be undone by unarchiving the blocks.`,
  confirm: (count: number) => `Archive ${memories(count)}`,
  archived: (count: number) => `Successfully archived ${count} memory blocks for pruning.`,
  someNotArchived: (count: number) => `Couldn’t archive ${memories(count)}.`,
  proposeFailed: (reason: string) => `Failed to fetch pruning suggestions: ${reason}`,
  confirmFailed: (reason: string) => `Failed to confirm pruning: ${reason}`,
  restored: (count: number) => `${memories(count)} restored.`,
  restoreFailed: (count: number, reason: string) => `Failed to restore ${memories(count)}: ${reason}`,
};
