/** One suggestion to read: the merged text, what it is made of, and how it was decided. */
import { memo } from 'react';
import { Icon, IdLabel, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import type { SuggestionRow } from '../../model/suggestionRow';
import { statusLook } from '../../model/suggestionStatus';
import { suggestionText } from '../../model/suggestionText';
import styles from './SuggestionCard.module.css';

/** How many keywords a card shows. */
export const CARD_KEYWORDS = 5;

/** Reads only: decisions come with the page that carries them out. */
export const SuggestionCard = memo(function SuggestionCard({ row }: { row: SuggestionRow }) {
  const { title, preview } = suggestionText(row);
  const { label, tone, icon } = statusLook(row.status);
  const more = row.keywords.length - CARD_KEYWORDS;
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <Tag tone={tone} icon={icon}>
          {label}
        </Tag>
        {row.createdAt !== '' && <RelativeTime iso={row.createdAt} />}
      </div>
      <h2 className={styles.title} dir="auto">
        {title}
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
          {row.originals === 1 ? '1 original memory' : `${row.originals.toLocaleString()} original memories`}
        </span>
        <span className={styles.fact}>
          <Icon name="consolidation" size={16} label="Suggestion" />
          <IdLabel id={row.id} label="suggestion ID" />
        </span>
      </div>
    </article>
  );
});
