/** A number with its label. */
import InputNumber from 'antd/es/input-number';
import { AntdScope } from '../antd/AntdScope';
import { Field, type FieldTexts } from './Field';
import styles from './NumberInput.module.css';

interface NumberInputProps extends FieldTexts {
  /** `null` while nothing is written. */
  value: number | null;
  onChange(value: number | null): void;
  min?: number;
  max?: number;
  step?: number;
  /** Digits after the point; 0 takes whole numbers only. */
  precision?: number;
  /** After the number, e.g. `days`. */
  unit?: string;
  placeholder?: string;
  disabled?: boolean;
  onBlur?(): void;
}

/** Controlled. Arrow keys step; a number outside the range moves to its edge when the field is left. */
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
