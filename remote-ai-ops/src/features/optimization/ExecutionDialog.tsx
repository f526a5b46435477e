/** Dialog that executes a compaction or a keyword suggestion. */
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import type { Run } from '../../model/run';
import { BulkCompaction } from '../compaction/BulkCompaction';
import { RUN_TEXTS } from '../jobs/texts';
import { KeywordSuggestions } from '../keywords/KeywordSuggestions';
import { optimizationTexts as texts } from './texts';
import type { useExecution } from './useExecution';

export interface ExecutionDialogProps {
  row: OptimizationSuggestion;
  execution: Pick<
    ReturnType<typeof useExecution>,
    'closeDialog' | 'completeDialog' | 'failDialog' | 'refreshAnalysis'
  >;
}

/** Counts as completed when at least one memory changed; after a cancel the next analysis suggests the rest. */
export function ExecutionDialog({ row, execution }: ExecutionDialogProps) {
  const { closeDialog, completeDialog, failDialog, refreshAnalysis } = execution;
  const onEnded = (run: Run) => {
    const { phase, succeeded, failed, error, id, kind } = run;
    if (phase === 'cancelled') refreshAnalysis();
    else if (phase === 'failed') failDialog(RUN_TEXTS[kind].failed(error));
    else if (succeeded > 0) completeDialog(texts.compacted(succeeded), { succeeded, failed }, id);
    else if (failed > 0) failDialog(RUN_TEXTS[kind].partial(run));
  };
  const onApplied = (succeeded: number, failed: number) => {
    if (succeeded > 0) completeDialog(texts.keywordsApplied(succeeded), { succeeded, failed });
    else failDialog(texts.noKeywordsApplied);
  };
  const common = {
    blockIds: row.all_affected_blocks,
    onClose: closeDialog,
    onChanged: () => undefined,
  };
  return row.type === 'compaction' ? (
    <BulkCompaction {...common} onEnded={onEnded} />
  ) : (
    <KeywordSuggestions {...common} onApplied={onApplied} />
  );
}
