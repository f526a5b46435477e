/** Compaction of many memories: settings, progress, outcome, retry of failed ones, and undo. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { useState } from 'react';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { readId } from '../../model/batches';
import type { Run } from '../../model/run';
import { RunModal } from '../jobs/RunModal';
import { useRunEnd } from '../jobs/useRunEnd';
import { useRun, useStartRun } from '../jobs/useRuns';
import { UndoCompaction } from './UndoCompaction';
import { CompactionSettings } from './CompactionSettings';
import { compactionTexts } from './texts';

interface BulkCompactionProps {
  blockIds: readonly string[];
  onClose(): void;
  onChanged(blockIds: readonly string[]): void;
  /** Called when the run ends, successful or not. */
  onEnded?(run: Run): void;
}

/** The run continues when the dialog is closed. */
export function BulkCompaction({ blockIds, onClose, onChanged, onEnded }: BulkCompactionProps) {
  const { guardWrite } = useShell();
  const start = useStartRun();
  const invalidateLists = useInvalidateLists();
  const [runId, setRunId] = useState<string | null>(null);
  const run = useRun(runId);
  useRunEnd(run, (ended) => {
    onEnded?.(ended);
    onChanged(ended.rows.map(readId));
    void invalidateLists();
  });

  if (run) {
    return (
      <RunModal
        run={run}
        onClose={onClose}
        onRetry={(ids) => setRunId(start('bulk_compaction', { ids, settings: run.settings }))}
        actions={<UndoCompaction run={run} onChanged={onChanged} />}
      />
    );
  }
  return (
    <CompactionSettings
      total={blockIds.length}
      onClose={onClose}
      onStart={({ count, ...settings }) => {
        if (!guardWrite(compactionTexts.signIn)) return;
        setRunId(start('bulk_compaction', { ids: blockIds.slice(0, count), settings }));
      }}
    />
  );
}
