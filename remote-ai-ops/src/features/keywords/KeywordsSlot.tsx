/** The slot `memory-block.keyword-suggestions`: suggests keywords for memories and applies the chosen ones. */
import type { BlockActionProps } from '@hindsight/shared-contracts/shell';
import { BlockActionGate } from '../review/BlockActionGate';
import { KeywordSuggestions } from './KeywordSuggestions';
import { keywordTexts } from './texts';

export function KeywordsSlot({ blockIds, onClose, onChanged }: BlockActionProps) {
  return (
    <BlockActionGate texts={keywordTexts} blockIds={blockIds} onClose={onClose}>
      <KeywordSuggestions blockIds={blockIds} onClose={onClose} onChanged={onChanged} />
    </BlockActionGate>
  );
}
