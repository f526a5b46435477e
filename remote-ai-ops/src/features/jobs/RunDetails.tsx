/** What stands behind a row of the strip: the progress of a run, its outcome, or the suggestions that it made. */
import { isOver, type Run } from '../../model/run';
import { CompactedReview } from '../compaction/CompactedReview';
import { KeywordSuggestions } from '../keywords/KeywordSuggestions';
import { RunModal } from './RunModal';
import { useForgetLists, useStartRun } from './useRuns';

export interface RunDetailsProps {
  run: Run;
  onClose(): void;
  /** Shows another run instead. */
  onFollow(id: string): void;
}

/** A retry goes with the wishes of the run, also of one that was found again, as far as the service keeps them. */
export function RunDetails({ run, onClose, onFollow }: RunDetailsProps) {
  const start = useStartRun();
  const forgetLists = useForgetLists();
  const changed = () => void forgetLists();
  if (run.kind === 'bulk_keywords' && isOver(run)) {
    return <KeywordSuggestions blockIds={[]} runId={run.id} onClose={onClose} onChanged={changed} />;
  }
  return (
    <RunModal
      run={run}
      onClose={onClose}
      onRetry={(ids) => onFollow(start(run.kind, { ids, ...run.settings }))}
      actions={<CompactedReview run={run} onChanged={changed} />}
    />
  );
}
