/** A yes-or-no setting that applies immediately. */
import AntdSwitch from 'antd/es/switch';
import { useId, type ReactNode } from 'react';
import { AntdScope } from '../antd/AntdScope';
import { VisuallyHidden } from '../core/text/VisuallyHidden';
import { FieldNotes } from './Field';
import styles from './choices.module.css';

interface SwitchProps {
  label: ReactNode;
  value: boolean;
  onChange(value: boolean): void;
  /** The label is for screen readers only, as in a grid of switches. */
  hideLabel?: boolean;
  error?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  /** The change is being saved; the switch is disabled. */
  busy?: boolean;
}

/** Controlled. The label is clickable too. */
export function Switch(props: SwitchProps) {
  const { label, value, onChange, hideLabel, error, hint, disabled, busy } = props;
  const notes = useId();
  return (
    <div className={styles.choice}>
      <label className={styles.spread}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
        <AntdScope>
          <AntdSwitch
            checked={value}
            disabled={disabled}
            loading={busy}
            aria-busy={busy || undefined}
            aria-describedby={error || hint ? notes : undefined}
            aria-invalid={error ? true : undefined}
            onChange={onChange}
          />
        </AntdScope>
      </label>
      <FieldNotes id={notes} error={error} hint={hint} />
    </div>
  );
}
