/** Preview of the result of a suggestion. */
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { LostQuestionsNote } from '@hindsight/shared-ui/data';
import { CompactionOutcome } from './CompactionOutcome';
import { MergeReview } from './MergeReview';
import { optimizationTexts as texts } from './texts';
import layout from '../review/layout.module.css';

interface SuggestionOutcomeProps {
  row: OptimizationSuggestion;
  /** Why it cannot be executed now, or null. */
  problem: string | null;
}

/** Shows the texts of a merge or a compaction, or explains what happens to the memories. */
export function SuggestionOutcome({ row, problem }: SuggestionOutcomeProps) {
  const ids = row.all_affected_blocks;
  if (row.type === 'merge') return <MergeReview suggestionId={row.id} blockIds={ids} />;
  if (row.type === 'compaction' && problem === null) {
    return (
      <CompactionOutcome blockIds={ids} isByModel={row.optimization_details?.['generated_by'] === 'model'} />
    );
  }
  if (row.type === 'compaction') return null;
  return (
    <>
      <p className={layout.soft}>{texts.outcome[row.type]}</p>
      {row.type === 'archive' && <LostQuestionsNote changes={{ archived_ids: ids }} />}
    </>
  );
}
