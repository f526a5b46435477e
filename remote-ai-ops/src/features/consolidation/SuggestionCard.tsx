/** One suggestion to read: the merged text, what it is made of, and how it was decided. */
import { memo } from 'react';
import { Checkbox } from '@hindsight/shared-ui/form';
import { IdLabel, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { Fact, ItemCard, TagList } from '@hindsight/shared-ui/data';
import type { SuggestionRow } from '../../model/suggestionRow';
import { MethodTag } from '../review/MethodTag';
import { statusLook } from '../../model/suggestionStatus';
import { suggestionText } from '../../model/suggestionText';
import styles from './SuggestionCard.module.css';

/** How many keywords a card shows. */
export const CARD_KEYWORDS = 5;

interface SuggestionCardProps {
  row: SuggestionRow;
  selected: boolean;
  onToggle(id: string): void;
  onOpen(id: string): void;
}

/** Reads only: decisions are made where the originals stand beside it. */
export const SuggestionCard = memo(function SuggestionCard(props: SuggestionCardProps) {
  const { row, selected, onToggle, onOpen } = props;
  const { title, preview } = suggestionText(row);
  const { label, tone, icon } = statusLook(row.status);
  return (
    <ItemCard
      isSelected={selected}
      facts={
        <>
          <Fact icon="memory">
            {row.originalIds.length === 1
              ? '1 original memory'
              : `${row.originalIds.length.toLocaleString()} original memories`}
          </Fact>
          <Fact icon="consolidation" label="Suggestion">
            <IdLabel id={row.id} label="suggestion ID" />
          </Fact>
        </>
      }
    >
      <div className={styles.head}>
        <span className={styles.lead}>
          <Checkbox label={`Select ${title}`} hideLabel value={selected} onChange={() => onToggle(row.id)} />
          <Tag tone={tone} icon={icon}>
            {label}
          </Tag>
          {row.method !== 'unknown' && <MethodTag method={row.method} />}
        </span>
        {row.createdAt !== '' && <RelativeTime iso={row.createdAt} />}
      </div>
      <h2 className={styles.title} dir="auto">
        <button type="button" className={styles.open} data-opens onClick={() => onOpen(row.id)}>
          {title}
        </button>
      </h2>
      <p className={styles.preview} dir="auto">
        {preview}
      </p>
      <TagList label="Suggested keywords" tags={row.keywords} limit={CARD_KEYWORDS} />
    </ItemCard>
  );
});
