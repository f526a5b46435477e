/** A choice from a list. */
import { Icon } from '../core/icons/Icon';
import styles from './Select.module.css';

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps {
  /** What is chosen, e.g. `Agent`; read out, not shown. */
  label: string;
  /** One of the options. */
  value: string;
  options: readonly SelectOption[];
  onChange(value: string): void;
  disabled?: boolean;
  className?: string;
}

/** The browser's own select: it needs no code, works before any script of the page has run, and is a phone's own picker. */
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
