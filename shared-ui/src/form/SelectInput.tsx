/** One of many, with its label. */
import { AntdSelect } from '../antd/AntdSelect';
import { Field, type FieldTexts } from './Field';
import styles from './SelectInput.module.css';

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

interface ChoiceProps extends FieldTexts {
  options: readonly Choice[];
  placeholder?: string;
  disabled?: boolean;
  /** The options are on their way. */
  loading?: boolean;
  onBlur?(): void;
}

interface SelectInputProps extends ChoiceProps {
  /** `null` while nothing is chosen. */
  value: string | null;
  onChange(value: string | null): void;
  /** Offers to choose nothing. */
  clearable?: boolean;
}

interface MultiSelectProps extends ChoiceProps {
  value: readonly string[];
  onChange(value: string[]): void;
  /** No more than this many. */
  max?: number;
  /** What is written and not in the list becomes a choice of its own with Enter. */
  allowNew?: boolean;
  /** Receives the typed text, for a list that the service searches; without it the given options are searched. */
  onSearch?(text: string): void;
}

/** Controlled single choice. */
export function SelectInput(props: SelectInputProps) {
  const { label, error, hint, required, value, onChange, options, clearable, ...rest } = props;
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(control) => (
        <AntdSelect<string | null, Choice>
          {...rest}
          {...control}
          className={styles.select}
          status={error ? 'error' : undefined}
          value={value}
          options={[...options]}
          allowClear={clearable}
          onChange={(next) => onChange(next ?? null)}
        />
      )}
    </Field>
  );
}

/** Controlled choice of several; Backspace takes the last one away. */
export function MultiSelect(props: MultiSelectProps) {
  const { label, error, hint, required, value, onChange, options, max, allowNew, onSearch, ...rest } = props;
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(control) => (
        <AntdSelect<string[], Choice>
          {...rest}
          {...control}
          className={styles.select}
          mode={allowNew ? 'tags' : 'multiple'}
          status={error ? 'error' : undefined}
          value={[...value]}
          options={[...options]}
          maxCount={max}
          {...(onSearch && { showSearch: { onSearch, filterOption: false } })}
          onChange={(next) => onChange(next)}
        />
      )}
    </Field>
  );
}
