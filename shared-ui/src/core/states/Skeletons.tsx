/** Loading placeholders that keep the layout from shifting. */
import type { ReactNode } from 'react';
import { VisuallyHidden } from '../text/VisuallyHidden';
import styles from './Skeletons.module.css';

/** Announces the loading state once; screen readers skip the shapes. */
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
  /** Accessible name of the content; not visible. */
  label?: string;
  /** List rows instead of cards; tall rows have two lines. A prop, because remotes also run in the host's previous release. */
  rows?: 'short' | 'tall';
}

/** Placeholder of a grid of cards, or of list rows. */
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
 * Placeholder of a whole page, as figures and rows, while its code or first rows load. Not a live region: skeletons of the document, the
 * session and the page's code may follow one another, and a screen reader would announce each.
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
