/** How many memories each of the last days brought. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { Analytics } from '../../api/analytics';
import { DayColumns } from './charts/DayColumns';
import { ChartPanel } from './ChartPanel';
import { dayText } from '../../model/dayText';
import { FigureTable } from './FigureTable';
import { memoriesText } from '../../model/countTexts';
import { utcDay } from '../../model/timeFilter';
import { FilterLink } from '../cards/FilterLink';
import { noneCreated } from './texts';
import { useShowMemories } from './useShowMemories';

const PARTS = [{ key: 'count', label: 'Memories', color: 'var(--hs-brand)' }] as const;

/** @param days oldest first, days without memories included. */
export function CreatedPerDay({ days }: { days: Analytics['created_per_day'] }) {
  const show = useShowMemories();
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const busy = days.filter(({ count }) => count > 0).reverse();
  const note = `${memoriesText(total)} in the last ${days.length} days, by day in UTC, archived ones included`;
  return (
    <ChartPanel
      title="Created per day"
      note={note}
      empty={total === 0 ? noneCreated(days.length) : undefined}
      chart={
        <DayColumns
          days={days}
          parts={PARTS}
          label={`Column chart: ${note}. The table shows the number of each day.`}
          hint={({ count }) => memoriesText(count)}
          onOpen={({ date }) => show({ created: utcDay(date), archived: 'with' })}
        />
      }
      table={
        <FigureTable
          label="Memories created per day; days without any are left out"
          columns={['Day', 'Memories']}
          rows={busy.map(({ date, count }) => ({
            key: date,
            cells: [
              <FilterLink key="day" by="created" value={utcDay(date)} withArchived>
                {dayText(date)}
              </FilterLink>,
              formatNumber(count),
            ],
          }))}
        />
      }
    />
  );
}
