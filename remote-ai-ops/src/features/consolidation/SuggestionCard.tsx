/** One suggestion of the list: the merged text, its originals, and its status. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { Fact, IdLabel, ItemCard, RelativeTime, Tag, TagList } from '@hindsight/shared-ui/core';
import { PlainCheckbox } from '@hindsight/shared-ui/data';
import { memo } from 'react';
import { statusDisplay } from '../../model/suggestionStatus';
import { suggestionText } from '../../model/suggestionText';
import { MethodTag } from '../review/MethodTag';
import { consolidationTexts } from './texts';
import layout from '../review/layout.module.css';
import styles from './SuggestionCard.module.css';

/** How many keywords a card shows. */
const CARD_KEYWORDS = 5;

interface SuggestionCardProps {
  row: ConsolidationSuggestion;
  selected: boolean;
  onToggle(id: string): void;
  onOpen(id: string): void;
}

/** Decisions are made in the dialog, where the originals are shown. */
export const SuggestionCard = memo(function SuggestionCard(props: SuggestionCardProps) {
  const { row, selected, onToggle, onOpen } = props;
  const { title, preview } = suggestionText(row);
  const id = row.suggestion_id;
  const { label, tone, icon } = statusDisplay(row.status);
  return (
    <ItemCard
      isSelected={selected}
      facts={
        <>
          <Fact icon="memory">{consolidationTexts.originalCount(row.original_memory_ids.length)}</Fact>
          <Fact icon="consolidation" label="Suggestion">
            <IdLabel id={id} label="suggestion ID" />
          </Fact>
        </>
      }
    >
      <div className={styles.head}>
        <span className={styles.lead}>
          <PlainCheckbox label={`Select ${title}`} value={selected} onChange={() => onToggle(id)} />
          <Tag tone={tone} icon={icon}>
            {label}
          </Tag>
          {row.generated_by && <MethodTag method={row.generated_by} />}
        </span>
        {row.timestamp && <RelativeTime iso={row.timestamp} />}
      </div>
      <h2 className={styles.title} dir="auto">
        <button type="button" className={layout.open} data-opens onClick={() => onOpen(id)}>
          {title}
        </button>
      </h2>
      <p className={styles.preview} dir="auto">
        {preview}
      </p>
      <TagList label="Suggested keywords" tags={row.suggested_keywords} limit={CARD_KEYWORDS} />
    </ItemCard>
  );
});
