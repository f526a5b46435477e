/** Inputs for a day, or for a date and time, in local time. */
import { PlainInput } from '../antd/PlainInput';
import { localMinute, parseMoment, zoneName } from '../time/localTime';
import { Field, type FieldTexts } from './Field';
import styles from './DateInputs.module.css';

interface DayProps extends FieldTexts {
  /** `YYYY-MM-DD`, or null. */
  value: string | null;
  onChange(value: string | null): void;
  /** First and last selectable day, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
  disabled?: boolean;
}

interface MomentProps extends FieldTexts {
  /** ISO in UTC, or null. */
  value: string | null;
  onChange(value: string | null): void;
  /** Earliest and latest time, ISO in UTC. */
  min?: string;
  max?: string;
  disabled?: boolean;
}

/** A calendar day without a time zone. `startOfDay` and `endOfDay` convert it to timestamps. */
export function DateInput({ label, error, hint, required, value, onChange, ...rest }: DayProps) {
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(control) => (
        <PlainInput
          {...rest}
          {...control}
          type="date"
          className={styles.date}
          status={error ? 'error' : undefined}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )}
    </Field>
  );
}

/** Date and time to the minute, in local time; the time zone is shown below, with its offset on that day. */
export function DateTimeInput(props: MomentProps) {
  const { label, error, hint, required, value, onChange, min, max, disabled } = props;
  return (
    <Field
      label={label}
      error={error}
      hint={
        <>
          {hint && <>{hint} </>}Your time zone: {zoneName(value ?? undefined)}
        </>
      }
      required={required}
    >
      {(control) => (
        <PlainInput
          {...control}
          type="datetime-local"
          className={styles.date}
          status={error ? 'error' : undefined}
          disabled={disabled}
          min={min && localMinute(min)}
          max={max && localMinute(max)}
          value={value ? localMinute(value) : ''}
          onChange={(event) => onChange(parseMoment(event.target.value))}
        />
      )}
    </Field>
  );
}
