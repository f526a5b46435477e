/** The slot `memory-block.keyword-suggestions`: suggests keywords for memories and applies the chosen ones. */
import { LLM_OFF } from '@hindsight/shared-contracts/rules';
import { useShell, type BlockActionProps } from '@hindsight/shared-contracts/shell';
import { EmptyState } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useWriteProblem } from '../review/useWriteProblem';
import { KeywordSuggestions } from './KeywordSuggestions';
import { keywordTexts as texts } from './texts';

/** States the reason when the feature is off, the person may not write, or nothing was chosen. */
export function KeywordsSlot({ blockIds, onClose, onChanged }: BlockActionProps) {
  const { flags } = useShell();
  const writeProblem = useWriteProblem();
  if (!flags.llmEnabled || writeProblem || blockIds.length === 0) {
    return (
      <Modal title={texts.title} onClose={onClose} size="small">
        {flags.llmEnabled ? (
          <EmptyState
            kind={writeProblem ? 'no-access' : 'nothing-yet'}
            title={writeProblem ?? texts.nothing}
          />
        ) : (
          <EmptyState kind="feature-off" title={LLM_OFF} />
        )}
      </Modal>
    );
  }
  return <KeywordSuggestions blockIds={blockIds} onClose={onClose} onChanged={onChanged} />;
}
