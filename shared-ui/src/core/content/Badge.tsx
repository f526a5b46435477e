/** A count on the corner of something. */
import type { ReactNode } from 'react';
import styles from './Badge.module.css';

interface BadgeProps {
  count: number;
  /** Above this, `99+` is shown. */
  overflowCount?: number;
  children: ReactNode;
}

/** The count as it is shown. */
export function badgeText(count: number, overflowCount = 99): string {
  return count > overflowCount ? `${overflowCount}+` : String(count);
}

/** Shows nothing for zero. The count is decoration: the child's label must contain it. */
export function Badge({ count, overflowCount = 99, children }: BadgeProps) {
  return (
    <span className={styles.badge}>
      {children}
      {count > 0 && (
        <span className={styles.count} aria-hidden>
          {badgeText(count, overflowCount)}
        </span>
      )}
    </span>
  );
}
