/** One line of text with its name, a hint, and what is wrong with it. */
import { Input } from '@hindsight/shared-ui/core';
import { useId } from 'react';
import styles from './TextField.module.css';

interface TextFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  type?: 'text' | 'email';
  hint?: string;
  /** What is wrong; read out when it appears. */
  error?: string | undefined;
  required?: boolean;
  /** Takes the focus when it appears: it was asked for. */
  startsHere?: boolean;
}

/** Controlled. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, type = 'text', hint, error, required, startsHere } = props;
  const id = useId();
  const below = error ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <Input
        id={id}
        type={type}
        value={value}
        autoComplete="off"
        autoFocus={startsHere}
        aria-required={required}
        aria-describedby={below ? `${id}-below` : undefined}
        status={error ? 'error' : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {below && (
        <p
          id={`${id}-below`}
          role={error ? 'alert' : undefined}
          className={styles.below}
          data-error={error ? true : undefined}
        >
          {below}
        </p>
      )}
    </div>
  );
}
