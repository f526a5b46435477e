/** Compaction of many blocks: settings, progress, outcome, retry of what failed, and the way back. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { useState } from 'react';
import type { Run } from '../../model/run';
import { RunModal } from '../jobs/RunModal';
import { useRunEnd } from '../jobs/useRunEnd';
import { useForgetLists, useRun, useStartRun } from '../jobs/useRuns';
import { CompactionSettings } from './CompactionSettings';
import { CompactedReview } from './CompactedReview';

interface BulkCompactionProps {
  blockIds: readonly string[];
  onClose(): void;
  onChanged(blockIds: readonly string[]): void;
  /** The run came to its end, well or not. */
  onEnded?(run: Run): void;
}

/** The ids that a run changed. */
export const changedBy = (run: Run): string[] =>
  run.tally.rows.map((row) => String(row['memory_block_id'] ?? '')).filter((id) => id !== '');

/** Goes on when the dialog is hidden. */
export function BulkCompaction({ blockIds, onClose, onChanged, onEnded }: BulkCompactionProps) {
  const { guardWrite } = useShell();
  const start = useStartRun();
  const forgetLists = useForgetLists();
  const [runId, setRunId] = useState<string | null>(null);
  const run = useRun(runId);
  useRunEnd(run, (ended) => {
    onEnded?.(ended);
    onChanged(changedBy(ended));
    void forgetLists();
  });

  if (run) {
    return (
      <RunModal
        run={run}
        onClose={onClose}
        onRetry={(ids) => setRunId(start('bulk_compaction', { ids, ...run.settings }))}
        actions={<CompactedReview run={run} onChanged={onChanged} />}
      />
    );
  }
  return (
    <CompactionSettings
      total={blockIds.length}
      onClose={onClose}
      onStart={({ count, ...choice }) => {
        if (!guardWrite('Sign in to compact memory blocks.')) return;
        setRunId(start('bulk_compaction', { ids: blockIds.slice(0, count), ...choice }));
      }}
    />
  );
}
