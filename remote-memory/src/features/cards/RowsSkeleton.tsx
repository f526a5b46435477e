/** The shape of rows while they load. */
import { VisuallyHidden } from '@hindsight/shared-ui/core';
import styles from './RowsSkeleton.module.css';

/** @param tall rows of two lines. */
export function RowsSkeleton({ count, tall = false }: { count: number; tall?: boolean }) {
  return (
    <div role="status">
      <VisuallyHidden>Loading memory blocks</VisuallyHidden>
      <div className={styles.rows} data-tall={tall || undefined} aria-hidden>
        {Array.from({ length: count }, (_, index) => (
          <span key={index} className={styles.row} />
        ))}
      </div>
    </div>
  );
}
