/** First and last day of a date filter. */
import { endOfDay, localDay, startOfDay } from '@hindsight/shared-contracts/rules';
import { useId } from 'react';
import { Input } from '../core/actions/Input';
import { hintOnHover } from '../core/text/hintOnHover';
import { zoneName } from '../time/localTime';
import styles from './DateRange.module.css';

export interface Range {
  /** Start, ISO in UTC; null for no lower bound. */
  from: string | null;
  /** End, ISO in UTC; null for no upper bound. */
  to: string | null;
}

interface DateRangeProps {
  /** Meaning of the dates, e.g. `Created`. */
  label: string;
  value: Range;
  onChange(value: Range): void;
  disabled?: boolean;
}

/** Whole local days, inclusive. A reversed range is marked invalid and passed on unchanged. */
export function DateRange({ label, value, onChange, disabled }: DateRangeProps) {
  const error = useId();
  const from = value.from ? localDay(value.from) : '';
  const to = value.to ? localDay(value.to) : '';
  const reversed = from !== '' && to !== '' && from > to;
  const day = (end: 'From' | 'To') => ({
    type: 'date',
    disabled,
    'aria-label': `${label}: ${end.toLowerCase()}`,
    'aria-describedby': reversed ? error : undefined,
    status: reversed ? ('error' as const) : undefined,
    prefix: <span aria-hidden>{end}</span>,
  });
  return (
    <div
      role="group"
      aria-label={label}
      {...hintOnHover(() => `${label}, in your time zone: ${zoneName()}`)}
      className={styles.range}
    >
      <Input
        {...day('From')}
        max={to || undefined}
        value={from}
        onChange={(event) => onChange({ ...value, from: startOfDay(event.target.value) })}
      />
      <Input
        {...day('To')}
        min={from || undefined}
        value={to}
        onChange={(event) => onChange({ ...value, to: endOfDay(event.target.value) })}
      />
      {reversed && (
        <p id={error} role="alert" className={styles.error}>
          The start date is after the end date.
        </p>
      )}
    </div>
  );
}
