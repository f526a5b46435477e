/** A single choice from a list. */
import { Icon } from '../core/icons/Icon';
import styles from './Select.module.css';

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps {
  /** Accessible name, e.g. `Agent`; not visible. */
  label: string;
  /** One of the options. */
  value: string;
  options: readonly SelectOption[];
  onChange(value: string): void;
  disabled?: boolean;
  className?: string;
}

/** A native select: needs no extra code, works before any script has run, and uses a phone's own picker. */
export function Select({ label, value, options, onChange, disabled, className = '' }: SelectProps) {
  return (
    <span className={`${styles.frame} ${className}`}>
      <select
        className={styles.select}
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={16} />
    </span>
  );
}
