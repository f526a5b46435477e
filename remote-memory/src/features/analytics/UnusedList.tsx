/** Unused memories, each with a button to archive it. */
import { useRef } from 'react';
import { Button, RelativeTime, ScoreTag } from '@hindsight/shared-ui/core';
import { useListKeys } from '@hindsight/shared-ui/data';
import { timesText } from '../../model/countTexts';
import { previewText, memoryTitle } from '../../model/cardText';
import type { UnusedMemory } from '../../model/staleMemories';
import { BlockLink } from '../cards/BlockLink';
import styles from './UnusedList.module.css';

interface UnusedListProps {
  rows: readonly UnusedMemory[];
  /** The rows belong to the previous view while the next ones load. */
  isOutdated: boolean;
  /** Why archiving is disabled, or null. */
  problem: string | null;
  onArchive(id: string): void;
}

function LastRetrieval({ row }: { row: UnusedMemory }) {
  if (row.retrievals === 0) return 'never retrieved';
  const times = `retrieved ${timesText(row.retrievals)}`;
  if (row.lastRetrievedAt === '') return times;
  return (
    <>
      {times}, last <RelativeTime iso={row.lastRetrievedAt} wording="time" />
    </>
  );
}

export function UnusedList({ rows, isOutdated, problem, onArchive }: UnusedListProps) {
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list, { onArchive: problem === null ? (ids) => ids.forEach(onArchive) : undefined });
  return (
    <ul ref={list} className={styles.list} aria-label="Unused memories" aria-busy={isOutdated}>
      {rows.map((row) => (
        <li key={row.id} className={styles.row} data-row={row.id}>
          <div className={styles.words}>
            <p className={styles.title} dir="auto">
              <BlockLink id={row.id}>{memoryTitle(row)}</BlockLink>
            </p>
            <p className={styles.preview} dir="auto">
              {previewText(row)}
            </p>
            <p className={styles.facts}>
              <span>{row.agentName}</span>
              <span>
                created <RelativeTime iso={row.createdAt} wording="time" />
              </span>
              <span>
                <LastRetrieval row={row} />
              </span>
              <ScoreTag score={row.score} />
            </p>
          </div>
          <Button
            disabled={problem}
            onClick={() => onArchive(row.id)}
            aria-label={`Archive ${memoryTitle(row)}`}
          >
            Archive
          </Button>
        </li>
      ))}
    </ul>
  );
}
