/** A yes or no that waits for the form. */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { FieldNotes } from './Field';
import styles from './choices.module.css';

interface CheckboxProps {
  label: ReactNode;
  value: boolean;
  onChange(value: boolean): void;
  /** Some of what it stands for is chosen, but not all. */
  indeterminate?: boolean;
  /** The label is read out and not shown, as beside a row of a list. */
  hideLabel?: boolean;
  error?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  required?: boolean;
}

/** Controlled. The label is part of what can be pressed. */
export function Checkbox(props: CheckboxProps) {
  const { label, value, onChange, indeterminate = false, hideLabel, error, hint, disabled, required } = props;
  const id = useId();
  const notes = `${id}-notes`;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate, value]);
  return (
    <div className={styles.choice}>
      <label className={styles.line}>
        <input
          ref={box}
          type="checkbox"
          className={styles.mark}
          checked={value}
          disabled={disabled}
          aria-describedby={error || hint ? notes : undefined}
          aria-invalid={error ? true : undefined}
          aria-required={required || undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className={hideLabel ? styles.hidden : undefined}>{label}</span>
      </label>
      <div className={styles.below}>
        <FieldNotes id={notes} error={error} hint={hint} />
      </div>
    </div>
  );
}
