/** What runs are called, while they go on and when they are over. */
import { memories } from '../../model/block';
import type { RunKind } from '../../model/job';
import type { Run } from '../../model/run';

interface RunWords {
  title: string;
  going: string;
  cancelled: string;
  failed(reason: string): string;
  /** The outcome of a run that came to its end. */
  done(run: Run): string;
  /** Of how many it did not work. */
  partly(run: Run): string;
}

export const RUN_WORDS: Record<RunKind, RunWords> = {
  bulk_compaction: {
    title: 'Compacting memories',
    going: 'Compacting',
    cancelled: 'Compaction cancelled',
    failed: (reason) => `Failed to compact memory blocks: ${reason}`,
    done: ({ succeeded }) => `Compacted ${memories(succeeded)}.`,
    partly: ({ failed, total }) => `${failed} of ${total} memory blocks could not be compacted.`,
  },
  bulk_keywords: {
    title: 'Suggesting keywords',
    going: 'Suggesting keywords',
    cancelled: 'Keyword generation cancelled',
    failed: (reason) => `Failed to suggest keywords: ${reason}`,
    done: ({ succeeded }) => `Keywords suggested for ${memories(succeeded)}.`,
    partly: ({ failed, total }) => `${failed} of ${total} memory blocks got no keyword suggestions.`,
  },
  consolidation: {
    title: 'Looking for similar memories',
    going: 'Looking for similar memories',
    cancelled: 'Consolidation cancelled',
    failed: (reason) => `Failed to trigger consolidation: ${reason}`,
    done: (run) => {
      if (run.tally.message) return run.tally.message;
      const made = run.tally.rows.filter((row) => row['suggestion_id'] !== undefined).length;
      if (made === 0) return 'No new similar memories were found.';
      return made === 1 ? '1 new suggestion was made.' : `${made} new suggestions were made.`;
    },
    partly: ({ failed }) => `${failed} groups of similar memories could not be suggested.`,
  },
};
