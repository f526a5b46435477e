/** A labeled control with a hint and an error. */
import { cloneElement, useId, type ReactElement, type ReactNode } from 'react';
import styles from './Field.module.css';

/** Attributes that connect a control to its label and texts; spread them on the focusable element. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** Common props of all controls in this entry point, besides the value. */
export interface FieldTexts {
  label: ReactNode;
  /** Validation error; announced when it appears. */
  error?: ReactNode;
  /** Guidance, shown unless there is an error. */
  hint?: ReactNode;
  required?: boolean;
}

interface FieldProps extends FieldTexts {
  /** At the end of the line below the control: a counter. */
  aside?: ReactNode;
  /** One control that accepts `ControlProps`, or a function that receives them. */
  children: ReactElement<Partial<ControlProps>> | ((control: ControlProps) => ReactNode);
}

/** The line below a control: the error or the hint, and the aside. */
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

/** Marks a required control. */
export function RequiredMark() {
  return (
    <span className={styles.required} aria-hidden>
      *
    </span>
  );
}

/** The error replaces the hint, so that the layout below does not shift. */
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
