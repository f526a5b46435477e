/** A single choice from a few visible options. */
import AntdRadio from 'antd/es/radio/radio';
import { useId, type ReactNode } from 'react';
import { AntdScope } from '../antd/AntdScope';
import { FieldNotes, RequiredMark, type FieldTexts } from './Field';
import styles from './choices.module.css';
import field from './Field.module.css';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  /** A sentence below the label. */
  hint?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps<Value extends string> extends FieldTexts {
  value: Value | null;
  options: readonly RadioOption<Value>[];
  onChange(value: Value): void;
  /** Side by side where they fit. */
  inline?: boolean;
  disabled?: boolean;
}

/** Aligns the mark with the first line of the label. */
const MARK = { icon: { alignSelf: 'flex-start', marginBlockStart: 3 } } as const;

/** Controlled. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, value, options, onChange, inline, error, hint, disabled, required } = props;
  const name = useId();
  const notes = `${name}-notes`;
  return (
    <fieldset
      role="radiogroup"
      className={field.field}
      disabled={disabled}
      aria-describedby={error || hint ? notes : undefined}
      aria-invalid={error ? true : undefined}
      aria-required={required || undefined}
    >
      <legend className={field.label}>
        {label}
        {required && <RequiredMark />}
      </legend>
      <AntdScope>
        <div className={styles.options} data-inline={inline || undefined}>
          {options.map((option) => (
            <AntdRadio
              key={option.value}
              className={styles.mark}
              styles={MARK}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={disabled || option.disabled}
              onChange={() => onChange(option.value)}
            >
              {option.label}
              {option.hint && <span className={styles.optionHint}>{option.hint}</span>}
            </AntdRadio>
          ))}
        </div>
      </AntdScope>
      <FieldNotes id={notes} error={error} hint={hint} />
    </fieldset>
  );
}
