/** antd's single-line text field, without a label. */
import AntdInput, { type InputProps, type InputRef } from 'antd/es/input/Input';
import { useImperativeHandle, useRef, type Ref } from 'react';
import { AntdScope } from './AntdScope';
import styles from './PlainInput.module.css';

interface PlainInputProps extends Omit<InputProps, 'ref' | 'size' | 'variant' | 'classNames'> {
  /** Ref to the `<input>` element. */
  ref?: Ref<HTMLInputElement>;
}

const PARTS = { prefix: styles.prefix };

/** Needs a `<label>` or an `aria-label`; `status="error"` marks it invalid. */
export function PlainInput({ ref, className, ...rest }: PlainInputProps) {
  const field = useRef<InputRef>(null);
  useImperativeHandle(ref, () => field.current!.input!, []);
  return (
    <AntdScope>
      <AntdInput
        aria-invalid={rest.status === 'error' || undefined}
        {...rest}
        ref={field}
        className={className ? `${styles.input} ${className}` : styles.input}
        classNames={PARTS}
      />
    </AntdScope>
  );
}
