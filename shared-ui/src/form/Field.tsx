/** A labeled control with its hint and its error. */
import { cloneElement, useId, type ReactElement, type ReactNode } from 'react';
import styles from './Field.module.css';

/** What ties a control to its label and texts; spread over the element that takes the focus. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** What every control of this entry point takes beside its value. */
export interface FieldTexts {
  label: ReactNode;
  /** Why the value cannot stay; read out when it appears. */
  error?: ReactNode;
  /** What to write, before anything goes wrong. */
  hint?: ReactNode;
  required?: boolean;
}

interface FieldProps extends FieldTexts {
  /** At the end of the line below the control: a counter. */
  aside?: ReactNode;
  /** One control that takes `ControlProps`, or a function that is handed them. */
  children: ReactElement<Partial<ControlProps>> | ((control: ControlProps) => ReactNode);
}

/** The line below a control: the error or the hint, and what is at its end. */
export function FieldNotes(props: { id: string; error?: ReactNode; hint?: ReactNode; aside?: ReactNode }) {
  const { id, error, hint, aside } = props;
  if (!error && !hint && !aside) return null;
  return (
    <div className={styles.notes}>
      <div id={id}>
        {error ? (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        ) : (
          hint && <p className={styles.hint}>{hint}</p>
        )}
      </div>
      {aside}
    </div>
  );
}

/** The mark of a control that has to be filled. */
export function RequiredMark() {
  return (
    <span className={styles.required} aria-hidden>
      *
    </span>
  );
}

/** The error takes the place of the hint, so that nothing below moves twice. */
export function Field({ label, error, hint, required, aside, children }: FieldProps) {
  const id = useId();
  const notes = `${id}-notes`;
  const control: ControlProps = {
    id,
    'aria-describedby': error || hint ? notes : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && <RequiredMark />}
      </label>
      {typeof children === 'function' ? children(control) : cloneElement(children, control)}
      <FieldNotes id={notes} error={error} hint={hint} aside={aside} />
    </div>
  );
}
