/** How often a keyword is used. */
import { useRef } from 'react';
import { useKeywordCount } from '../../api/keywords';
import { usageText } from '../../model/keywordRow';
import styles from './KeywordTile.module.css';
import { useInSight } from './useInSight';

/** The count where all are known; a shape until they are, and words when they could not be loaded. */
export function KeywordUse({ count, failed }: { count: number | undefined; failed: boolean }) {
  if (count !== undefined) return <span className={styles.use}>{usageText(count)}</span>;
  if (failed) return <span className={styles.use}>Use unknown</span>;
  return <span className={styles.waiting} role="img" aria-label="Loading" />;
}

/** The same for a service that has to be asked for each keyword: once the tile is in sight. */
export function LazyKeywordUse({ id }: { id: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const count = useKeywordCount(id, useInSight(place));
  return (
    <span ref={place}>
      <KeywordUse count={count.data} failed={count.isError} />
    </span>
  );
}
