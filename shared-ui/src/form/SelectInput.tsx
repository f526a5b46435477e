/** Labeled selects, for a single or a multiple choice. */
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
  /** The options are loading. */
  loading?: boolean;
  onBlur?(): void;
}

interface SelectInputProps extends ChoiceProps {
  /** `null` while nothing is selected. */
  value: string | null;
  onChange(value: string | null): void;
  /** Allows clearing the selection. */
  clearable?: boolean;
}

interface MultiSelectProps extends ChoiceProps {
  value: readonly string[];
  onChange(value: string[]): void;
  /** Maximum number of selected options. */
  max?: number;
  /** Enter adds typed text that is not in the list as a new option. */
  allowNew?: boolean;
  /** Receives the typed text, for lists that the service searches; without it the given options are searched. */
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

/** Controlled multiple choice; Backspace removes the last one. */
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
