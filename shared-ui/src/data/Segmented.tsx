/** A choice of two or three visible options. */
import { useId } from 'react';
import { Icon, type IconName } from '../core/icons/Icon';
import styles from './Segmented.module.css';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; icon?: IconName }[];
  onChange(value: T): void;
}

/** Radio buttons styled as one bar. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  const name = useId();
  return (
    <span role="radiogroup" aria-label={label} className={styles.bar}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} size={16} />}
          {option.label}
        </label>
      ))}
    </span>
  );
}
