/** The dialog that carries a compaction or a keyword suggestion out. */
import { memories } from '../../model/block';
import type { Optimization } from '../../model/optimization';
import type { Run } from '../../model/run';
import { BulkCompaction } from '../compaction/BulkCompaction';
import { RUN_WORDS } from '../jobs/runWords';
import { KeywordSuggestions } from '../keywords/KeywordSuggestions';
import type { useExecution } from './useExecution';

export interface SteeredExecutionProps {
  row: Optimization;
  execution: Pick<
    ReturnType<typeof useExecution>,
    'closeSteered' | 'finishSteered' | 'failSteered' | 'analyseAnew'
  >;
}

/** Completed when it came to its end and changed some of the memories; cancelled, what is left is suggested anew. */
export function SteeredExecution({ row, execution }: SteeredExecutionProps) {
  const { closeSteered, finishSteered, failSteered, analyseAnew } = execution;
  const metrics = (succeeded: number, failed: number): [string, string][] => [
    ['Succeeded', succeeded.toLocaleString()],
    ['Failed', failed.toLocaleString()],
  ];
  const ended = (run: Run) => {
    if (run.phase === 'cancelled') analyseAnew();
    else if (run.phase === 'failed') failSteered(RUN_WORDS[run.kind].failed(run.error));
    else if (run.succeeded > 0) {
      finishSteered(`Compacted ${memories(run.succeeded)}.`, metrics(run.succeeded, run.failed), run.id);
    } else if (run.failed > 0) failSteered(RUN_WORDS[run.kind].partly(run));
  };
  if (row.type === 'compaction') {
    return (
      <BulkCompaction
        blockIds={row.blocks}
        onClose={closeSteered}
        onChanged={() => undefined}
        onEnded={ended}
      />
    );
  }
  return (
    <KeywordSuggestions
      blockIds={row.blocks}
      onClose={closeSteered}
      onChanged={() => undefined}
      onApplied={(succeeded, failed) => {
        if (succeeded > 0) {
          finishSteered(`Keywords applied to ${memories(succeeded)}.`, metrics(succeeded, failed));
        } else failSteered('No keywords could be applied.');
      }}
    />
  );
}
