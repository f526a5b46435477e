/** Card of an archived memory, with buttons to restore and delete it. */
import { memo } from 'react';
import { useLocation, Link } from '@hindsight/shared-contracts/router';
import { Button, ItemCard, RelativeTime, ScoreTag, TagList } from '@hindsight/shared-ui/core';
import { ARCHIVED_KEYWORDS, ARCHIVED_PREVIEW, distinctWords } from '../../model/archivedView';
import { withBlock } from '../../model/blockAddress';
import { contentBelowTitle, memoryTitle, truncate } from '../../model/cardText';
import { keywordTexts, type Memory } from '../../model/memory';
import { CardHead } from '../cards/CardHead';
import { MarkedText } from '../cards/MarkedText';
import styles from './ArchivedCard.module.css';

interface ArchivedCardProps {
  row: Memory;
  /** Search text whose matches are marked. */
  search: string;
  /** Why restoring and deleting are disabled, or null. */
  problem: string | null;
  onRestore(id: string): void;
  onDelete(id: string): void;
}

const READ_AT_MOST = 4 * ARCHIVED_PREVIEW;

/** The content after the title, on one line; reads only the start of long texts, which may have 200,000 characters. */
function previewText(row: Memory): string {
  const text = row.content.trim() === '' ? row.lesson : row.content;
  const line = text.slice(0, READ_AT_MOST).replace(/\s+/g, ' ').trim();
  return truncate(contentBelowTitle(line, row), ARCHIVED_PREVIEW);
}

/** Memoized: rerenders only when its own data changes, not on each keystroke in the search box. */
export const ArchivedCard = memo(function ArchivedCard(props: ArchivedCardProps) {
  const { row, search, problem, onRestore, onDelete } = props;
  const { pathname, search: query } = useLocation();
  const title = memoryTitle(row);
  return (
    <ItemCard
      facts={
        <>
          <Link
            className={styles.details}
            to={{ pathname, search: withBlock(query, row.id) }}
            aria-label={`View details of ${title}`}
          >
            View details
          </Link>
          <Button
            size="small"
            disabled={problem}
            onClick={() => onRestore(row.id)}
            aria-label={`Restore ${title}`}
          >
            Restore
          </Button>
          <Button
            type="text"
            size="small"
            disabled={problem}
            onClick={() => onDelete(row.id)}
            aria-label={`Delete ${title}`}
          >
            Delete
          </Button>
        </>
      }
    >
      <CardHead
        id={row.id}
        title={title}
        titleLevel={2}
        search={search}
        agent={{ id: row.agentId, name: row.agentName }}
        time={
          <span>
            Archived <RelativeTime iso={row.archivedAt} wording="sentence" />
          </span>
        }
      />
      <p className={styles.preview} dir="auto">
        <MarkedText text={previewText(row)} search={search} />
      </p>
      <div className={styles.tags}>
        <TagList label="Keywords" tags={distinctWords(keywordTexts(row))} limit={ARCHIVED_KEYWORDS} />
        <ScoreTag score={row.score} />
      </div>
    </ItemCard>
  );
});
