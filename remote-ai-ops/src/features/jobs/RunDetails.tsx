/** Details of a run: its progress, outcome or suggestions. */
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { isOver, type Run } from '../../model/run';
import { UndoCompaction } from '../compaction/UndoCompaction';
import { KeywordSuggestions } from '../keywords/KeywordSuggestions';
import { RunModal } from './RunModal';
import { useStartRun } from './useRuns';

export interface RunDetailsProps {
  run: Run;
  onClose(): void;
  /** Switches to another run. */
  onFollow(id: string): void;
}

/** A retry reuses the settings of the run, even if it was started before a reload. */
export function RunDetails({ run, onClose, onFollow }: RunDetailsProps) {
  const start = useStartRun();
  const invalidateLists = useInvalidateLists();
  const refreshLists = () => void invalidateLists();
  if (run.kind === 'bulk_keywords' && isOver(run)) {
    return <KeywordSuggestions blockIds={[]} runId={run.id} onClose={onClose} onChanged={refreshLists} />;
  }
  return (
    <RunModal
      run={run}
      onClose={onClose}
      onRetry={(ids) => onFollow(start(run.kind, { ids, settings: run.settings }))}
      actions={<UndoCompaction run={run} onChanged={refreshLists} />}
    />
  );
}
