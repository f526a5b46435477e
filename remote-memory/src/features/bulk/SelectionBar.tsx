/** What is chosen of a list, and what can be done with it. */
import type { ReactNode } from 'react';
import { Button } from '@hindsight/shared-ui/core';
import styles from './SelectionBar.module.css';

interface SelectionBarProps {
  /** How many are chosen. */
  count: number;
  /** All that match; null where the service does not say how many. */
  total: number | null;
  /** Everything that matches is chosen, on whatever page. */
  isAll: boolean;
  onSelectAll?(): void;
  onClear(): void;
  /** The actions. */
  children: ReactNode;
}

/** Stays in sight while the list scrolls; read out when the number changes. */
export function SelectionBar({ count, total, isAll, onSelectAll, onClear, children }: SelectionBarProps) {
  const all = total === null ? 'All that match' : `All ${total.toLocaleString()} matching`;
  return (
    <div className={styles.bar} role="group" aria-label="Selection">
      <p role="status" className={styles.count}>
        {isAll ? `${all} selected` : `${count.toLocaleString()} selected`}
      </p>
      {!isAll && onSelectAll && (
        <Button size="small" type="link" onClick={onSelectAll}>
          Select {all.charAt(0).toLowerCase() + all.slice(1)}
        </Button>
      )}
      <div className={styles.actions}>
        {children}
        <Button size="small" onClick={onClear}>
          Clear
        </Button>
      </div>
    </div>
  );
}
