/** A single-line text field for the frame and for lists, which do without antd; forms use antd's fields. */
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Input.module.css';

interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix' | 'size'> {
  /** Before the text, inside the frame: usually an icon. */
  prefix?: ReactNode;
  /** After the text, inside the frame: usually a small button. */
  suffix?: ReactNode;
  /** `error` turns the frame red; give the reason in an element referenced by `aria-describedby`. */
  status?: 'error';
  ref?: Ref<HTMLInputElement>;
}

/** Accepts every input attribute; needs a `<label>` or an `aria-label`. */
export function Input({ prefix, suffix, status, className, ref, ...rest }: InputProps) {
  return (
    <span className={className ? `${styles.frame} ${className}` : styles.frame} data-status={status}>
      {prefix && <span className={styles.aside}>{prefix}</span>}
      <input
        type="text"
        {...rest}
        ref={ref}
        className={styles.input}
        aria-invalid={status === 'error' || undefined}
      />
      {suffix && <span className={styles.aside}>{suffix}</span>}
    </span>
  );
}
