/** The slot `memory-block.keyword-suggestions`: suggests keywords for chosen blocks and applies the chosen ones. */
import { useShell, type BlockActionProps } from '@hindsight/shared-contracts/shell';
import { EmptyState } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { LLM_OFF } from '../../model/failure';
import { KeywordSuggestions } from './KeywordSuggestions';

export const NOTHING_TO_PROCESS = 'No memory blocks to process';

/** Says why there is nothing to do where the feature is off or nothing was chosen. */
export function KeywordsSlot({ blockIds, onClose, onChanged }: BlockActionProps) {
  const { flags } = useShell();
  if (!flags.llmEnabled || blockIds.length === 0) {
    return (
      <Modal title="Keyword Suggestions" onClose={onClose} size="small">
        <EmptyState
          kind={flags.llmEnabled ? 'nothing-yet' : 'feature-off'}
          title={flags.llmEnabled ? NOTHING_TO_PROCESS : LLM_OFF}
        />
      </Modal>
    );
  }
  return <KeywordSuggestions blockIds={blockIds} onClose={onClose} onChanged={onChanged} />;
}
