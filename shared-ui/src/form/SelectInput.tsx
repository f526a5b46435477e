/** One of many, with its label. */
import { Select } from 'antd';
import { Icon } from '../core/icons/Icon';
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
  /** Told what is written, for a list that the service searches; without it the given options are searched. */
  onSearch?(text: string): void;
}

/** Up to this many options all are in sight; beyond it typing searches them. */
const SEARCH_FROM = 9;

const search = { optionFilterProp: 'label' } as const;

/** Says nothing to a screen reader, unlike the library's own arrow; while the options are on their way the library shows that. */
export const arrowOf = (loading?: boolean) => (loading ? undefined : <Icon name="chevron-down" size={16} />);

/** Controlled single choice. */
export function SelectInput(props: SelectInputProps) {
  const { label, error, hint, required, value, onChange, options, clearable, ...rest } = props;
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(control) => (
        <Select<string, Choice>
          {...rest}
          {...control}
          className={styles.select}
          suffixIcon={arrowOf(rest.loading)}
          status={error ? 'error' : undefined}
          value={value}
          options={[...options]}
          allowClear={clearable}
          showSearch={options.length >= SEARCH_FROM ? search : false}
          onChange={(next: string | undefined) => onChange(next ?? null)}
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
        <Select<string[], Choice>
          {...rest}
          {...control}
          className={styles.select}
          mode={allowNew ? 'tags' : 'multiple'}
          status={error ? 'error' : undefined}
          value={[...value]}
          options={[...options]}
          maxCount={max}
          showSearch={onSearch ? { onSearch, filterOption: false } : search}
          onChange={(next: string[]) => onChange(next)}
        />
      )}
    </Field>
  );
}
