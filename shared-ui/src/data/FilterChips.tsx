/** Active filters, each with a button to remove it. */
import type { ReactNode } from 'react';
import { Button } from '../core/actions/Button';
import { Icon } from '../core/icons/Icon';
import styles from './FilterChips.module.css';

export interface FilterChip {
  key: string;
  /** Description of the filter, e.g. `Agent: Reviewer`. */
  label: string;
  onRemove(): void;
}

interface FilterChipsProps {
  items: FilterChip[];
  onClearAll(): void;
  /** Further actions on the filters. */
  children?: ReactNode;
}

/** Renders nothing without filters and actions. */
export function FilterChips({ items, onClearAll, children }: FilterChipsProps) {
  if (items.length === 0 && !children) return null;
  return (
    <div className={styles.bar}>
      {items.length > 0 && (
        <ul className={styles.chips} aria-label="Active filters">
          {items.map((item) => (
            <li key={item.key} className={styles.chip}>
              <span className={styles.label}>{item.label}</span>
              <button
                type="button"
                className={styles.remove}
                aria-label={`Remove filter ${item.label}`}
                onClick={item.onRemove}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && (
        <Button type="link" size="small" onClick={onClearAll}>
          Clear all
        </Button>
      )}
      {children}
    </div>
  );
}
