/** Actions on the selected rows. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Button } from '../core/actions/Button';
import type { ReactNode } from 'react';
import styles from './SelectionBar.module.css';

interface SelectionBarProps {
  /** Number of selected rows; the bar is hidden at zero. */
  count: number;
  /** Number of rows that match the filters, across pages; null if unknown. */
  total: number | null;
  /** Everything that matches is selected; defaults to `count === total`. */
  isAll?: boolean;
  /** Shown unless everything is selected. */
  onSelectAll?(): void;
  onClear(): void;
  /** Noun for a row, singular and plural. */
  noun?: { one: string; many: string };
  /** Action buttons. */
  children: ReactNode;
}

const NOUN = { one: 'item', many: 'items' };

/** `3 items selected`, `All 240 items selected`. */
export function selectionText(count: number, isAll: boolean, noun = NOUN): string {
  const words = `${formatNumber(count)} ${count === 1 ? noun.one : noun.many}`;
  return isAll && count > 1 ? `All ${words} selected` : `${words} selected`;
}

/** Sticks to the bottom edge while the list scrolls. Changes of the count are announced. */
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
