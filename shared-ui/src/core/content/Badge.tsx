/** A count in the corner of an element. */
import type { ReactNode } from 'react';
import styles from './Badge.module.css';

interface BadgeProps {
  count: number;
  /** Larger counts show as `99+`. */
  overflowCount?: number;
  children: ReactNode;
}

/** Display text of the count. */
export function badgeText(count: number, overflowCount = 99): string {
  return count > overflowCount ? `${overflowCount}+` : String(count);
}

/** Hidden for zero. The count is decorative: the child's label must include it. */
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
