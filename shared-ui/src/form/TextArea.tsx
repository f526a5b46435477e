/** A labeled multiline text field. */
import AntdTextArea, { type TextAreaRef } from 'antd/es/input/TextArea';
import { useImperativeHandle, useRef, type Ref } from 'react';
import { AntdScope } from '../antd/AntdScope';
import { Counter } from './Counter';
import { Field, type FieldTexts } from './Field';
import styles from './TextArea.module.css';

interface TextAreaProps extends FieldTexts {
  value: string;
  onChange(value: string): void;
  /** Visible lines before the field grows with its text; defaults to 4. */
  rows?: number;
  placeholder?: string;
  /** Maximum length in characters; a counter shows the current length. */
  maxLength?: number;
  disabled?: boolean;
  readOnly?: boolean;
  /** Monospace, for machine-readable text. */
  mono?: boolean;
  /** Receives initial focus in a dialog. */
  autoFocus?: boolean;
  onBlur?(): void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Controlled. Grows with its text up to half the window, and is resizable beyond that. */
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
            // The browser grows the field (see the style sheet) and then ignores `rows`.
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
