/** One suggestion to read: the merged text, what it is made of, and how it was decided. */
import { memo } from 'react';
import { Checkbox } from '@hindsight/shared-ui/form';
import { Icon, IdLabel, RelativeTime, Tag } from '@hindsight/shared-ui/core';
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
  const more = row.keywords.length - CARD_KEYWORDS;
  return (
    <article className={styles.card} data-selected={selected || undefined}>
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
        <button type="button" className={styles.open} onClick={() => onOpen(row.id)}>
          {title}
        </button>
      </h2>
      <p className={styles.preview} dir="auto">
        {preview}
      </p>
      <ul className={styles.keywords} aria-label="Suggested keywords">
        {row.keywords.slice(0, CARD_KEYWORDS).map((keyword) => (
          <li key={keyword}>
            <Tag>{keyword}</Tag>
          </li>
        ))}
        {more > 0 && <li className={styles.more}>+{more} more</li>}
      </ul>
      <div className={styles.facts}>
        <span className={styles.fact}>
          <Icon name="memory" size={16} />
          {row.originalIds.length === 1
            ? '1 original memory'
            : `${row.originalIds.length.toLocaleString()} original memories`}
        </span>
        <span className={styles.fact}>
          <Icon name="consolidation" size={16} label="Suggestion" />
          <IdLabel id={row.id} label="suggestion ID" />
        </span>
      </div>
    </article>
  );
});
