/** Ranked memories as rows: place, title, score, the best passage and why. */
import { Tag, VisuallyHidden } from '@hindsight/shared-ui/core';
import { previewText, titleOf } from '../../model/cardText';
import { foundElsewhere, markedWords } from '../../model/passages';
import type { RankedMemory } from '../../model/rankedMemory';
import { BlockLink } from '../cards/BlockLink';
import { MarkedText } from '../cards/MarkedText';
import { WhyFound } from '../cards/WhyFound';
import styles from './Playground.module.css';

interface HitListProps {
  label: string;
  rows: readonly RankedMemory[];
  /** Place of the first row, from 1; absent for rows that have none. */
  from?: number;
  /** The words of the question. */
  search: string | string[];
  /** What differs from the other side, as words. */
  differenceFrom?(id: string, place: number): string;
}

export function HitList({ label, rows, from, search, differenceFrom }: HitListProps) {
  return (
    <ol className={styles.hits} aria-label={label}>
      {rows.map((row, index) => {
        const title = titleOf(row);
        const preview = previewText(row);
        const marked = markedWords(row, search);
        const passage = foundElsewhere(row, search, [title, preview]) || preview;
        const place = from === undefined ? undefined : from + index;
        const difference = place === undefined ? '' : (differenceFrom?.(row.id, place) ?? '');
        return (
          <li key={row.id} className={styles.hit} data-row={row.id}>
            <span className={styles.place}>
              {place !== undefined && (
                <>
                  <VisuallyHidden>Place </VisuallyHidden>
                  {place}
                </>
              )}
            </span>
            <div className={styles.memory}>
              <p className={styles.title} dir="auto">
                <BlockLink id={row.id}>
                  <MarkedText text={title} search={marked} />
                </BlockLink>
              </p>
              <p className={styles.passage} dir="auto">
                <MarkedText text={passage} search={marked} />
              </p>
              <p className={styles.facts}>
                {row.searchScore !== undefined && <span>Score {row.searchScore.toFixed(2)}</span>}
                <span>{row.agentName}</span>
                <WhyFound row={row} title={title} />
                {row.archived && <Tag>Archived</Tag>}
                {difference !== '' && <Tag tone="note">{difference}</Tag>}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
