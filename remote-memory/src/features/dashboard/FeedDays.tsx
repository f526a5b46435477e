/** Date range of a custom period. */
import { endOfDay, localDay, startOfDay } from '@hindsight/shared-contracts/rules';
import { DateRange } from '@hindsight/shared-ui/data';
import { betweenDays, parseDays } from '../../model/timeFilter';

interface FeedDaysProps {
  span: string;
  /** Called with an empty string if no day is set. */
  onChange(span: string): void;
}

export function FeedDays({ span, onChange }: FeedDaysProps) {
  const days = parseDays(span);
  return (
    <DateRange
      label="Period"
      value={{ from: startOfDay(days?.from ?? ''), to: endOfDay(days?.to ?? '') }}
      onChange={({ from, to }) => onChange(betweenDays(localDay(from ?? ''), localDay(to ?? '')))}
    />
  );
}
