/** One line of text with its label. */
import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react';
import { PlainInput } from '../antd/PlainInput';
import { Counter } from './Counter';
import { Field, type FieldTexts } from './Field';

interface TextInputProps extends FieldTexts {
  value: string;
  onChange(value: string): void;
  type?: 'text' | 'email' | 'password' | 'url' | 'search';
  placeholder?: string;
  /** No more characters than this are taken; a counter says how many are left. */
  maxLength?: number;
  disabled?: boolean;
  readOnly?: boolean;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  spellCheck?: boolean;
  /** The place where the focus of a dialog starts. */
  autoFocus?: boolean;
  prefix?: ReactNode;
  suffix?: ReactNode;
  onBlur?(): void;
  ref?: Ref<HTMLInputElement>;
}

/** Controlled: shows `value`, tells what it shall become. */
export function TextInput(props: TextInputProps) {
  const { label, error, hint, required, value, onChange, autoFocus, ...rest } = props;
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      required={required}
      aside={props.maxLength !== undefined && <Counter length={value.length} limit={props.maxLength} />}
    >
      {(control) => (
        <PlainInput
          autoComplete="off"
          {...rest}
          {...control}
          status={error ? 'error' : undefined}
          data-autofocus={autoFocus || undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
