/** Dialog with the memories linked to a keyword. */
import { useExpiredSession } from '@hindsight/shared-contracts/shell';
import { EmptyState, ErrorState, excerpt, RelativeTime, CardSkeleton } from '@hindsight/shared-ui/core';
import { Pagination } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { reachableRows, usePlacedPage } from '@hindsight/shared-ui/places';
import { KEYWORD_MEMORIES, useKeywordMemories } from '../../api/keywords';
import { contentBelowTitle, memoryTitle } from '../../model/cardText';
import type { Keyword } from '../../model/keyword';
import type { Memory } from '../../model/memory';
import { BlockLink } from '../cards/BlockLink';
import styles from './KeywordMemoriesModal.module.css';
import { MEMORIES_FAILED, NO_MEMORIES } from './texts';

/** Maximum characters of a content preview. */
const PREVIEW_LENGTH = 200;
/** Only the start of a text is read, because it may have 200,000 characters. */
const READ_AT_MOST = 2000;

export interface KeywordMemoriesModalProps {
  keyword: Keyword;
  /** Number of memories; undefined until loaded. */
  count: number | undefined;
  onClose(): void;
}

function MemoryItem({ row }: { row: Memory }) {
  return (
    <li className={styles.item}>
      <p className={styles.title} dir="auto">
        <BlockLink id={row.id}>{memoryTitle(row)}</BlockLink>
      </p>
      <p className={styles.preview} dir="auto">
        {excerpt(contentBelowTitle(row.content.slice(0, READ_AT_MOST), row), PREVIEW_LENGTH)}
      </p>
      <p className={styles.facts}>
        {row.agentName}
        {' · '}
        <RelativeTime iso={row.createdAt} wording="time" />
      </p>
    </li>
  );
}

export function KeywordMemoriesModal({ keyword, count, onClose }: KeywordMemoriesModalProps) {
  const { page, place, turn } = usePlacedPage(keyword.id);
  const memories = useKeywordMemories(keyword.id, page, place);
  const { data, error } = memories;
  useExpiredSession(error, 'load memory blocks');
  const last = data?.items.at(-1);
  const total =
    data && reachableRows({ ...data, total: count ?? data.total }, { page, size: KEYWORD_MEMORIES });
  return (
    <Modal title={`Memories with “${keyword.text}”`} size="large" onClose={onClose}>
      {!data && !error && <CardSkeleton rows="tall" count={3} />}
      {error && !data && <ErrorState title={MEMORIES_FAILED} query={memories} />}
      {data && data.items.length === 0 && <EmptyState kind="nothing-yet" {...NO_MEMORIES} />}
      {data && data.items.length > 0 && (
        <ul className={styles.list} aria-label="Memories" aria-busy={memories.isPlaceholderData}>
          {data.items.map((row) => (
            <MemoryItem key={row.id} row={row} />
          ))}
        </ul>
      )}
      {data && total !== undefined && (
        <Pagination
          page={page}
          pageSize={KEYWORD_MEMORIES}
          total={total}
          onChange={(next) => turn(next, last && `${last.createdAt}_${last.id}`)}
          label="memories"
        />
      )}
    </Modal>
  );
}
