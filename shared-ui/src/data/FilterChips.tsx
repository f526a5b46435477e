/** The filters that are on, each with its way off. */
import { Button } from '../core/actions/Button';
import { Icon } from '../core/icons/Icon';
import styles from './FilterChips.module.css';

export interface FilterChip {
  key: string;
  /** The filter in words, e.g. `Agent: Reviewer`. */
  label: string;
  onRemove(): void;
}

interface FilterChipsProps {
  items: FilterChip[];
  onClearAll(): void;
}

/** Nothing when no filter is on. */
export function FilterChips({ items, onClearAll }: FilterChipsProps) {
  if (items.length === 0) return null;
  return (
    <div className={styles.bar}>
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
      <Button type="link" size="small" onClick={onClearAll}>
        Clear all
      </Button>
    </div>
  );
}
