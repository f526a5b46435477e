/** A labeled single-line text field. */
import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react';
import { PlainInput } from '../antd/PlainInput';
import { Counter } from './Counter';
import { Field, type FieldTexts } from './Field';

interface TextInputProps extends FieldTexts {
  value: string;
  onChange(value: string): void;
  type?: 'text' | 'email' | 'password' | 'url' | 'search';
  placeholder?: string;
  /** Maximum length in characters; a counter shows the current length. */
  maxLength?: number;
  disabled?: boolean;
  readOnly?: boolean;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  spellCheck?: boolean;
  /** Receives initial focus in a dialog. */
  autoFocus?: boolean;
  prefix?: ReactNode;
  suffix?: ReactNode;
  onBlur?(): void;
  ref?: Ref<HTMLInputElement>;
}

/** Controlled. */
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
