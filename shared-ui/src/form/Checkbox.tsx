/** A yes-or-no value that is submitted with the form. */
import AntdCheckbox from 'antd/es/checkbox/Checkbox';
import { useId, type ReactNode } from 'react';
import { AntdScope } from '../antd/AntdScope';
import { FieldNotes } from './Field';
import styles from './choices.module.css';

interface CheckboxProps {
  label: ReactNode;
  value: boolean;
  onChange(value: boolean): void;
  /** Some but not all of its items are selected. */
  indeterminate?: boolean;
  error?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  required?: boolean;
}

/** Aligns the mark with the first line of the label. */
const MARK = { icon: { alignSelf: 'flex-start', marginBlockStart: 3 } } as const;

/** Controlled. The label is clickable too. */
export function Checkbox(props: CheckboxProps) {
  const { label, value, onChange, indeterminate, error, hint, disabled, required } = props;
  const notes = useId();
  return (
    <div className={styles.choice}>
      <AntdScope>
        <AntdCheckbox
          className={styles.mark}
          styles={MARK}
          checked={value}
          indeterminate={indeterminate}
          disabled={disabled}
          aria-describedby={error || hint ? notes : undefined}
          aria-invalid={error ? true : undefined}
          aria-required={required || undefined}
          onChange={(event) => onChange(event.target.checked)}
        >
          {label}
        </AntdCheckbox>
      </AntdScope>
      <div className={styles.below}>
        <FieldNotes id={notes} error={error} hint={hint} />
      </div>
    </div>
  );
}
