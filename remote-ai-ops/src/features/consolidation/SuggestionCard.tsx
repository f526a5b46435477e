/** One suggestion in the list: merged text, originals and status. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { Fact, RelativeTime, Tag, TagList } from '@hindsight/shared-ui/core';
import { memo } from 'react';
import { statusDisplay } from '../../model/suggestionStatus';
import { suggestionText } from '../../model/suggestionText';
import { MethodTag } from '../review/MethodTag';
import { ProposalRow } from '../review/ProposalRow';
import { consolidationTexts } from './texts';

const ROW_KEYWORDS = 5;

interface SuggestionCardProps {
  row: ConsolidationSuggestion;
  selected: boolean;
  onToggle(id: string): void;
  onOpen(id: string): void;
}

/** Has no decision buttons; the dialog has them beside the originals. */
export const SuggestionCard = memo(function SuggestionCard(props: SuggestionCardProps) {
  const { row, selected, onToggle, onOpen } = props;
  const { title, preview } = suggestionText(row);
  const id = row.suggestion_id;
  const { label, tone, icon } = statusDisplay(row.status);
  return (
    <ProposalRow
      title={title}
      text={preview}
      isSelected={selected}
      onToggle={() => onToggle(id)}
      onOpen={() => onOpen(id)}
      facts={
        <>
          <Fact icon="memory">{consolidationTexts.originalCount(row.original_memory_ids.length)}</Fact>
          {row.generated_by && <MethodTag method={row.generated_by} />}
          <TagList label="Suggested keywords" tags={row.suggested_keywords} limit={ROW_KEYWORDS} />
        </>
      }
      end={
        <>
          {row.timestamp && <RelativeTime iso={row.timestamp} />}
          <Tag tone={tone} icon={icon}>
            {label}
          </Tag>
        </>
      }
    />
  );
});
