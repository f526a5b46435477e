/** Texts of runs while active and after their end. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { memories } from '../../model/block';
import { isUndone, type Run, type RunKind } from '../../model/run';

interface RunTexts {
  title: string;
  progress: string;
  cancelled: string;
  failed(reason: string): string;
  done(run: Run): string;
  partial(run: Run): string;
}

export const RUN_TEXTS: Record<RunKind, RunTexts> = {
  bulk_compaction: {
    title: 'Compacting memories',
    progress: 'Compacting',
    cancelled: 'Compaction cancelled',
    failed: (reason) => `Failed to compact memory blocks: ${reason}`,
    done: ({ succeeded }) => `Compacted ${memories(succeeded)}.`,
    partial: ({ failed, total }) => `Couldn’t compact ${failed} of ${total} memory blocks.`,
  },
  bulk_keywords: {
    title: 'Suggesting keywords',
    progress: 'Suggesting keywords',
    cancelled: 'Keyword generation cancelled',
    failed: (reason) => `Failed to suggest keywords: ${reason}`,
    done: ({ succeeded }) => `Keywords suggested for ${memories(succeeded)}.`,
    partial: ({ failed, total }) => `Couldn’t suggest keywords for ${failed} of ${total} memory blocks.`,
  },
  consolidation: {
    title: 'Finding similar memories',
    progress: 'Finding similar memories',
    cancelled: 'Consolidation cancelled',
    failed: (reason) => `Failed to trigger consolidation: ${reason}`,
    done: (run) => {
      const made = run.rows.filter((row) => row['suggestion_id'] !== undefined).length;
      if (made === 0) return run.failed > 0 ? '' : 'No new similar memories were found.';
      return made === 1 ? '1 new suggestion.' : `${formatNumber(made)} new suggestions.`;
    },
    partial: ({ failed }) =>
      failed === 1
        ? 'Couldn’t suggest anything for 1 group of similar memories.'
        : `Couldn’t suggest anything for ${failed} groups of similar memories.`,
  },
};

/** Current activity of a run. */
export function progressText({ kind, phase, isQueued }: Run): string {
  if (phase === 'cancelling') return 'Stopping after the current memories';
  return isQueued ? 'Waiting for other work to finish' : RUN_TEXTS[kind].progress;
}

/** Outcome of a cancelled run, with counts of its memories. */
function cancelledText({ kind, succeeded, failed, done, total }: Run): string {
  const { cancelled } = RUN_TEXTS[kind];
  if (kind === 'consolidation' || total === 0) return cancelled;
  const counts = [
    `${memories(succeeded)} done`,
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
    `${formatNumber(Math.max(0, total - done))} not processed`,
  ];
  return `${cancelled}: ${counts.join(', ')}.`;
}

function endText(run: Run): string {
  const texts = RUN_TEXTS[run.kind];
  if (run.phase === 'failed') return texts.failed(run.error);
  if (run.phase === 'cancelled') return cancelledText(run);
  if (run.failed === 0) return texts.done(run);
  // A consolidation has no details dialog to list the reasons.
  const reason = run.succeeded === 0 || run.kind === 'consolidation' ? run.failures[0]?.reason : '';
  const done = run.succeeded === 0 ? '' : texts.done(run);
  return [done, texts.partial(run), reason].filter(Boolean).join(' ');
}

/** Outcome of an ended run, and how much of it was undone. */
export function outcomeText(run: Run): string {
  const { size } = run.undone;
  const cost = run.tokens > 0 ? ` Used ${formatNumber(run.tokens)} tokens.` : '';
  const text = endText(run) + cost;
  if (size === 0) return text;
  return `${text} ${isUndone(run) ? 'Everything was undone.' : `Undone for ${memories(size)}.`}`;
}

export const runTexts = {
  strip: 'Work in progress',
  failures: 'Failed memories',
  counts: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  estimated: 'estimated',
  notReached: 'Unprocessed memories',
  asBefore: 'Not processed; unchanged.',
  moreEnded: (count: number) => `${formatNumber(count)} more finished.`,
  dismissAll: (count: number) => `Dismiss all ${formatNumber(count)}`,
  reviewKeywords: 'Review suggestions',
  retryFailed: (count: number) => `Retry failed (${formatNumber(count)})`,
  cancel: (isCancelling: boolean) => (isCancelling ? 'Cancelling…' : 'Cancel'),
};
