/** Placeholders of what is loading, so that the layout does not shift when it arrives. */
import type { ReactNode } from 'react';
import { VisuallyHidden } from '../text/VisuallyHidden';
import styles from './Skeletons.module.css';

/** Announces once that something loads; screen readers skip the shapes. */
function Waiting({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div role="status" className={className}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}

function CardShape() {
  return (
    <div className={styles.card} aria-hidden>
      <span className={styles.line} data-width="60" />
      <span className={styles.line} data-width="100" />
      <span className={styles.line} data-width="90" />
      <span className={styles.line} data-width="40" />
    </div>
  );
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

interface CardSkeletonProps {
  count: number;
  /** What loads; read out, not shown. */
  label?: string;
  /** A list of rows in place of cards; tall ones are of two lines. Not a component of its own: remotes also run in the previous release of the host. */
  rows?: 'short' | 'tall';
}

/** A grid of cards that load, or a list of rows. */
export function CardSkeleton({ label = 'Loading', count, rows }: CardSkeletonProps) {
  if (!rows)
    return (
      <Waiting label={label} className={styles.grid}>
        {range(count).map((index) => (
          <CardShape key={index} />
        ))}
      </Waiting>
    );
  return (
    <Waiting label={label}>
      <div className={styles.list} data-tall={rows === 'tall' || undefined} aria-hidden>
        {range(count).map((index) => (
          <span key={index} className={styles.row} />
        ))}
      </div>
    </Waiting>
  );
}

/**
 * A whole page in the shape of figures and rows, whose code or first rows are on their way. It may follow another one (of the document, of the session, of the page's code),
 * so it is no live region: a screen reader would say each of them.
 */
export function PageSkeleton() {
  return (
    <div className={styles.page}>
      <VisuallyHidden>Loading the page</VisuallyHidden>
      <div className={styles.strip} />
      <div className={styles.rows}>
        {range(10).map((index) => (
          <span key={index} className={styles.line} data-width={index % 3 === 0 ? 60 : 90} />
        ))}
      </div>
    </div>
  );
}
