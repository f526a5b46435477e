/** How much agents read, wrote and were refused on each of the last days. */
import { useNow } from '@hindsight/shared-ui/core';
import { useActivitySummary } from '../../api/agentActivity';
import { ACTIVITY_DAYS, allDays } from '../../model/agentActivity';
import { DAILY_HEIGHT } from '../../model/chartHeights';
import { dayText } from '../../model/dayText';
import { ChartPanel } from '../analytics/ChartPanel';
import { FigureTable } from '../analytics/FigureTable';
import { ActivityChart } from '../analytics/lazyCharts';
import { activityNote, noCallsIn } from './texts';

/** @param agentId one agent; all agents of the workspace when absent. */
export function ActivityPerDay({ agentId }: { agentId?: string }) {
  const { data } = useActivitySummary(agentId);
  const now = useNow();
  // The list below shows why it could not be loaded.
  if (!data) return null;
  const total = data.days.reduce((sum, { read, write, refused }) => sum + read + write + refused, 0);
  const note = activityNote(total, ACTIVITY_DAYS);
  return (
    <ChartPanel
      title="Activity per day"
      note={note}
      empty={total === 0 ? noCallsIn(ACTIVITY_DAYS) : undefined}
      chart={
        <ActivityChart
          days={allDays(data.days, now)}
          label={`Column chart: ${note}. The table shows the numbers of each day.`}
        />
      }
      height={DAILY_HEIGHT}
      table={
        <FigureTable
          label="Calls per day; days without any are left out"
          columns={['Day', 'Read', 'Written', 'Refused']}
          rows={[...data.days].reverse().map(({ date, read, write, refused }) => ({
            key: date,
            cells: [dayText(date), read.toLocaleString(), write.toLocaleString(), refused.toLocaleString()],
          }))}
        />
      }
    />
  );
}
