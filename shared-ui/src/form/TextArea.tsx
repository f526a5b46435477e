/** Several lines of text with their label. */
import AntdTextArea, { type TextAreaRef } from 'antd/es/input/TextArea';
import { useImperativeHandle, useRef, type Ref } from 'react';
import { AntdScope } from '../antd/AntdScope';
import { Counter } from './Counter';
import { Field, type FieldTexts } from './Field';
import styles from './TextArea.module.css';

interface TextAreaProps extends FieldTexts {
  value: string;
  onChange(value: string): void;
  /** Lines in sight before the text makes the field grow; 4 when absent. */
  rows?: number;
  placeholder?: string;
  /** Longest text in characters; a counter shows how much of it is used. */
  maxLength?: number;
  disabled?: boolean;
  readOnly?: boolean;
  /** Fixed-width letters, for text that a machine reads. */
  mono?: boolean;
  /** The place where the focus of a dialog starts. */
  autoFocus?: boolean;
  onBlur?(): void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Controlled. Grows with its text up to half the window, and can be pulled larger. */
export function TextArea(props: TextAreaProps) {
  const { label, error, hint, required, value, onChange, rows = 4, mono, autoFocus, ref, ...rest } = props;
  const field = useRef<TextAreaRef>(null);
  useImperativeHandle(ref, () => field.current!.resizableTextArea!.textArea, []);
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      required={required}
      aside={props.maxLength !== undefined && <Counter length={value.length} limit={props.maxLength} />}
    >
      {(control) => (
        <AntdScope>
          <AntdTextArea
            dir="auto"
            {...rest}
            {...control}
            ref={field}
            status={error ? 'error' : undefined}
            rows={rows}
            // The browser lets it grow (see the style sheet), and then takes no notice of `rows`.
            style={{ minHeight: `calc(${rows * 1.5}em + 18px)` }}
            className={styles.area}
            data-mono={mono || undefined}
            data-autofocus={autoFocus || undefined}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </AntdScope>
      )}
    </Field>
  );
}
