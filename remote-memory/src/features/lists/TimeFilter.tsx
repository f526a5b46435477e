/** A filter by a time of a memory: any time, a span until now, or days of one's choice. */
import { useState } from 'react';
import { endOfDay, localDay, startOfDay } from '@hindsight/shared-contracts/rules';
import { DateRange, Select } from '@hindsight/shared-ui/data';
import { betweenDays, parseDays, spanText, TIME_SPANS } from '../../model/timeFilter';
import styles from './FilterPanel.module.css';
import { ANY_TIME, CHOSEN_DAYS } from './texts';

interface TimeFilterProps {
  /** What happened then, e.g. `Created`. */
  label: string;
  value: string;
  onChange(span: string): void;
}

const ANY = 'any';
const DAYS = 'days';
const SPANS = [
  { value: ANY, label: ANY_TIME },
  ...TIME_SPANS.map(({ value, label }) => ({ value, label })),
  { value: DAYS, label: CHOSEN_DAYS },
];

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function TimeFilter({ label, value, onChange }: TimeFilterProps) {
  const days = parseDays(value);
  const [isChoosing, setChoosing] = useState(false);
  const showsDays = days !== null || (isChoosing && value === '');
  const isListed = showsDays || value === '' || TIME_SPANS.some((span) => span.value === value);
  // A link may name a moment, which is no choice of its own.
  const options = isListed ? SPANS : [...SPANS, { value, label: capitalized(spanText(value)) }];
  return (
    <>
      <Select
        className={styles.control}
        label={label}
        value={showsDays ? DAYS : value || ANY}
        options={options}
        onChange={(next) => {
          setChoosing(next === DAYS);
          onChange(next === ANY || next === DAYS ? '' : next);
        }}
      />
      {showsDays && (
        <DateRange
          label={label}
          value={{ from: startOfDay(days?.from ?? ''), to: endOfDay(days?.to ?? '') }}
          onChange={({ from, to }) => onChange(betweenDays(localDay(from ?? ''), localDay(to ?? '')))}
        />
      )}
    </>
  );
}
