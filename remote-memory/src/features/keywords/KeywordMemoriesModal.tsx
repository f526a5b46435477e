/** The memories that a keyword is linked to. */
import { useState } from 'react';
import { useExpiredSession } from '@hindsight/shared-contracts/shell';
import { CardSkeleton, EmptyState, ErrorState, excerpt, RelativeTime } from '@hindsight/shared-ui/core';
import { Pagination } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useAgents } from '../../api/agents';
import { KEYWORD_MEMORIES, useKeywordMemories } from '../../api/keywords';
import { agentNameOf } from '../../model/agent';
import { titleOf } from '../../model/cardText';
import type { Keyword } from '../../model/keyword';
import type { Memory } from '../../model/memory';
import { reasonOf } from '@hindsight/shared-contracts/rules';
import { BlockLink } from '../cards/BlockLink';
import styles from './KeywordMemoriesModal.module.css';
import { MEMORIES_FAILED, NO_MEMORIES } from './texts';

/** Characters of a content's preview. */
const PREVIEW_LENGTH = 200;
/** A text of 200,000 characters is not read whole. */
const READ_AT_MOST = 2000;

export interface KeywordMemoriesModalProps {
  keyword: Keyword;
  /** How many there are; undefined until it is known. */
  count: number | undefined;
  onClose(): void;
}

function MemoryItem({ row, agentName }: { row: Memory; agentName: string }) {
  return (
    <li className={styles.item}>
      <p className={styles.title} dir="auto">
        <BlockLink id={row.id}>{titleOf(row)}</BlockLink>
      </p>
      <p className={styles.preview} dir="auto">
        {excerpt(row.content.slice(0, READ_AT_MOST), PREVIEW_LENGTH)}
      </p>
      <p className={styles.facts}>
        {agentName}
        {row.createdAt !== '' && (
          <>
            {' · '}
            <RelativeTime iso={row.createdAt} wording="time" />
          </>
        )}
      </p>
    </li>
  );
}

export function KeywordMemoriesModal({ keyword, count, onClose }: KeywordMemoriesModalProps) {
  const [page, setPage] = useState(1);
  const memories = useKeywordMemories(keyword.id, page);
  const agents = useAgents();
  const { data, error, isFetching } = memories;
  useExpiredSession(error, 'load memory blocks');
  const total = count ?? data?.total;
  return (
    <Modal title={`Memories with “${keyword.text}”`} size="large" onClose={onClose}>
      {!data && !error && <CardSkeleton count={3} />}
      {error && !data && (
        <ErrorState
          title={MEMORIES_FAILED}
          detail={reasonOf(error)}
          onRetry={() => void memories.refetch()}
          retrying={isFetching}
        />
      )}
      {data && data.items.length === 0 && <EmptyState kind="nothing-yet" {...NO_MEMORIES} />}
      {data && data.items.length > 0 && (
        <ul className={styles.list} aria-label="Memories" aria-busy={memories.isPlaceholderData}>
          {data.items.map((row) => (
            <MemoryItem key={row.id} row={row} agentName={agentNameOf(row, agents.data ?? [])} />
          ))}
        </ul>
      )}
      {data && total !== undefined && (
        <Pagination
          page={page}
          pageSize={KEYWORD_MEMORIES}
          total={total}
          onChange={setPage}
          label="memories"
        />
      )}
    </Modal>
  );
}
