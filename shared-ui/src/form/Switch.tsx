/** A yes or no that holds at once. */
import { useId, type ReactNode } from 'react';
import { FieldNotes } from './Field';
import styles from './choices.module.css';

interface SwitchProps {
  label: ReactNode;
  value: boolean;
  onChange(value: boolean): void;
  /** The label is read out and not shown, as in a grid of switches. */
  hideLabel?: boolean;
  error?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  /** The change is being kept; the switch waits. */
  busy?: boolean;
}

/** Controlled. */
export function Switch({
  label,
  value,
  onChange,
  hideLabel,
  error,
  hint,
  disabled,
  busy = false,
}: SwitchProps) {
  const notes = useId();
  return (
    <div className={styles.choice}>
      <label className={styles.line} data-spread={!hideLabel || undefined}>
        <span className={hideLabel ? styles.hidden : undefined}>{label}</span>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={value}
          disabled={disabled || busy}
          aria-busy={busy || undefined}
          aria-describedby={error || hint ? notes : undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
      </label>
      <FieldNotes id={notes} error={error} hint={hint} />
    </div>
  );
}
