/** What can be done with the rows that are selected. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Button } from '../core/actions/Button';
import type { ReactNode } from 'react';
import styles from './SelectionBar.module.css';

interface SelectionBarProps {
  /** Rows that are selected; the bar is gone at zero. */
  count: number;
  /** Rows that match the filters, on all pages; null when the number is unknown. */
  total: number | null;
  /** Everything that matches is selected, whatever its number; `count === total` when absent. */
  isAll?: boolean;
  /** Offered while not everything is selected. */
  onSelectAll?(): void;
  onClear(): void;
  /** What a row is, for one and for several. */
  noun?: { one: string; many: string };
  /** The actions. */
  children: ReactNode;
}

const NOUN = { one: 'item', many: 'items' };

/** `3 items selected`, `All 240 items selected`. */
export function selectionText(count: number, isAll: boolean, noun = NOUN): string {
  const words = `${formatNumber(count)} ${count === 1 ? noun.one : noun.many}`;
  return isAll && count > 1 ? `All ${words} selected` : `${words} selected`;
}

/** Stays at the lower edge while the list scrolls. The count is read out when it changes. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, total, isAll = count === total, onSelectAll, onClear, noun, children } = props;
  const text = selectionText(count, isAll, noun);
  return (
    <>
      <p role="status" className={styles.status}>
        {count > 0 ? text : ''}
      </p>
      {count > 0 && (
        <section aria-label="Selection" className={styles.bar}>
          <div className={styles.what}>
            <span className={styles.count} aria-hidden>
              {text}
            </span>
            {onSelectAll && !isAll && (
              <Button type="link" size="small" onClick={onSelectAll}>
                Select all {total === null ? 'that match' : `${formatNumber(total)} matching`}
              </Button>
            )}
            <Button type="link" size="small" onClick={onClear}>
              Clear Selection
            </Button>
          </div>
          <div className={styles.actions}>{children}</div>
        </section>
      )}
    </>
  );
}
