/** The card of a memory. */
import { memo, type ReactNode } from 'react';
import { Icon, IdLabel, RelativeTime, ScoreTag, Tag, VisuallyHidden } from '@hindsight/shared-ui/core';
import { previewOf, titleOf } from '../../model/cardText';
import { CARD_KEYWORDS, deriveKeywords } from '../../model/derivedKeywords';
import { keywordTexts, type Memory } from '../../model/memory';
import { hiddenMatch, type Wanted } from '../../model/searchMarks';
import { CardHead } from './CardHead';
import { MarkedText } from './MarkedText';
import styles from './MemoryCard.module.css';

interface MemoryCardProps {
  row: Memory;
  agentName: string;
  /** What was searched for; its matches are marked. */
  search?: Wanted;
  /** Level of the title in the page's outline. */
  titleLevel: 2 | 3;
  /** The corner of the card. */
  tools?: ReactNode;
  /** Selected for a bulk action. */
  isSelected?: boolean;
}

function KeywordList({ row }: { row: Memory }) {
  const own = keywordTexts(row);
  const isOwn = own.length > 0;
  const all = isOwn ? own : deriveKeywords(row.content);
  const more = all.length - CARD_KEYWORDS;
  return (
    <ul className={styles.keywords} aria-label={isOwn ? 'Keywords' : 'Keywords from the text'}>
      {all.slice(0, CARD_KEYWORDS).map((keyword) => (
        <li key={keyword}>
          <Tag>{keyword}</Tag>
        </li>
      ))}
      {more > 0 && <li className={styles.more}>+{more} more</li>}
    </ul>
  );
}

/** The title opens the block; `tools` come with the pages that carry them out. */
export const MemoryCard = memo(function MemoryCard({
  row,
  agentName,
  search = '',
  titleLevel,
  tools,
  isSelected = false,
}: MemoryCardProps) {
  const title = titleOf(row);
  const preview = previewOf(row);
  const found = hiddenMatch(row, search, [title, preview]);
  const retrievals = row.retrievals.toLocaleString();
  return (
    <article className={styles.card} data-selected={isSelected || undefined}>
      <CardHead
        id={row.id}
        title={title}
        titleLevel={titleLevel}
        search={search}
        agentName={agentName}
        time={<RelativeTime iso={row.createdAt} />}
        tools={tools}
      />
      <p className={styles.preview} dir="auto">
        <MarkedText text={preview} search={search} />
      </p>
      {found !== '' && (
        <p className={styles.found} dir="auto">
          <VisuallyHidden>Found further on: </VisuallyHidden>
          <MarkedText text={found} search={search} />
        </p>
      )}
      <KeywordList row={row} />
      <div className={styles.facts}>
        <ScoreTag score={row.score} />
        <span className={styles.fact} title={`Retrieved ${retrievals} times by agents`}>
          <Icon name="eye" size={16} />
          {retrievals}
          <VisuallyHidden> {row.retrievals === 1 ? 'retrieval' : 'retrievals'}</VisuallyHidden>
        </span>
        <span className={styles.ids}>
          <span className={styles.fact}>
            <Icon name="conversation" size={16} label="Conversation" />
            <IdLabel id={row.conversationId} label="conversation ID" />
          </span>
          <span className={styles.fact}>
            <Icon name="memory" size={16} label="Memory" />
            <IdLabel id={row.id} label="memory ID" />
          </span>
        </span>
      </div>
    </article>
  );
});
