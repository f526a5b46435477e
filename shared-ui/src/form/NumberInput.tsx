/** A labeled number field. */
import InputNumber from 'antd/es/input-number';
import { AntdScope } from '../antd/AntdScope';
import { Field, type FieldTexts } from './Field';
import styles from './NumberInput.module.css';

interface NumberInputProps extends FieldTexts {
  /** `null` while empty. */
  value: number | null;
  onChange(value: number | null): void;
  min?: number;
  max?: number;
  step?: number;
  /** Decimal places; 0 accepts whole numbers only. */
  precision?: number;
  /** Shown after the number, e.g. `days`. */
  unit?: string;
  placeholder?: string;
  disabled?: boolean;
  onBlur?(): void;
}

/** Controlled. Arrow keys step; a number out of range is clamped on blur. */
export function NumberInput(props: NumberInputProps) {
  const { label, error, hint, required, onChange, unit, ...rest } = props;
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(control) => (
        <AntdScope>
          <InputNumber<number>
            {...rest}
            {...control}
            className={styles.number}
            status={error ? 'error' : undefined}
            suffix={unit}
            changeOnWheel={false}
            onChange={(next) => onChange(typeof next === 'number' ? next : null)}
          />
        </AntdScope>
      )}
    </Field>
  );
}
