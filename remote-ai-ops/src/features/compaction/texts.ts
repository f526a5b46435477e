/** Texts of the compaction dialogs. Failure titles and the success message are given by the specification. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { memories } from '../../model/block';

export const compactionTexts = {
  title: 'AI Memory Compaction',
  description: 'Proposes a shorter text. Nothing changes until you apply it.',
  nothing: 'No memory blocks to process',
  instructions: 'Instructions (optional)',
  instructionsHint: 'What to keep or leave out, e.g. “Keep commands exactly as they are.”',
  insights: 'Key insights preserved',
  unsaved: 'the compacted text',
  generate: 'Generate preview',
  apply: 'Apply compaction',
  startOver: 'Start Over',
  refine: 'Refine Further',
  signIn: 'Sign in to compact memory blocks.',
  generateFailed: 'Failed to compact memory block',
  applyFailed: 'Failed to apply compaction',
  conflict: 'The memory block has changed since the preview. Generate the preview again.',
  /** Shows a dash for an unrated quality. */
  done: (saved: number, quality: number | null) =>
    `Memory block compacted successfully! Space saved: ${saved}% with ${quality ?? '–'}/10 quality score.`,
  notRated: 'Not rated',
  undone: 'Restored the earlier text.',
  undoFailed: (reason: string) => `Failed to undo the compaction: ${reason}`,
  noEarlierVersion: 'the memory has changed in the meantime. Earlier texts are in its history.',

  settings: {
    title: 'Compaction Settings',
    description: 'Earlier texts stay in each memory’s history.',
    count: 'Memory blocks',
    countPicks: 'Number of memory blocks',
    concurrency: 'In parallel',
    concurrencyPicks: 'Number in parallel',
    all: (total: number) => `All ${formatNumber(total)}`,
    between: (min: number, max: number) => `Between ${min} and ${formatNumber(max)}.`,
    enterBetween: (min: number, max: number) => `Enter a number between ${min} and ${formatNumber(max)}.`,
    busy: 'A high number may slow the service down or exceed the limits of the language model.',
    costly: (count: number) =>
      `A language model may charge for each of the ${formatNumber(count)} memory blocks.`,
    instructionsHint: 'Applied to every memory block.',
    start: 'Start compaction',
    estimate: (time: { from: number; to: number } | null) => {
      if (!time) return 'Estimated time: – minutes';
      const range = time.from === time.to ? String(time.to) : `${time.from}–${time.to}`;
      return `Estimated time: ${range} ${time.to === 1 ? 'minute' : 'minutes'}`;
    },
  },

  review: {
    undoAll: 'Undo all',
    undoAllCount: (count: number) => `Undo all (${formatNumber(count)})`,
    undoing: (done: number, total: number) => `Undoing ${done} of ${total}`,
    question: 'Undo the compaction?',
    questionDetail: (count: number) =>
      `This restores the earlier texts of ${memories(count)}. The compacted texts stay in their history.`,
    undone: (count: number) => `Restored the earlier texts of ${memories(count)}.`,
    partlyUndone: (failed: number, total: number, reason: string) =>
      `Couldn’t restore ${failed} of ${total}: ${reason}`,
  },
};
