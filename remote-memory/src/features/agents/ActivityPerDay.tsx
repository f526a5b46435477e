/** Reads, writes and denied requests of agents over the last days. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Link, useNavigate, useSearchParams } from '@hindsight/shared-contracts/router';
import { useNow } from '@hindsight/shared-ui/core';
import { useActivitySummary, type ActivityView } from '../../api/agentActivity';
import { ACTIVITY_DAYS, allDays } from '../../model/agentActivity';
import { dayText } from '../../model/dayText';
import { utcDay } from '../../model/timeFilter';
import { DayColumns } from '../analytics/charts/DayColumns';
import { ChartPanel } from '../analytics/ChartPanel';
import { FigureTable } from '../analytics/FigureTable';
import { activityNote, noCallsText } from './texts';

const KINDS = [
  { key: 'read', label: 'Read', color: 'var(--hs-brand)' },
  { key: 'write', label: 'Written', color: 'var(--hs-note)' },
  { key: 'refused', label: 'Denied', color: 'var(--hs-bad)' },
] as const;

/** Builds addresses of this page with the call list filtered by day and optionally by kind. */
function useDayAddress() {
  const [params] = useSearchParams();
  return (date: string, kind: ActivityView['kind']): string => {
    const next = new URLSearchParams(params);
    next.delete('cursor');
    next.set('time', utcDay(date));
    if (kind === 'all') next.delete('kind');
    else next.set('kind', kind);
    return `?${next.toString()}`;
  };
}

/** @param agentId one agent; all agents of the workspace when absent. */
export function ActivityPerDay({ agentId }: { agentId?: string }) {
  const { data } = useActivitySummary(agentId);
  const now = useNow();
  const addressFor = useDayAddress();
  const navigate = useNavigate();
  // The list below shows the error.
  if (!data) return null;
  const total = data.days.reduce((sum, { read, write, refused }) => sum + read + write + refused, 0);
  const note = activityNote(total, ACTIVITY_DAYS);
  return (
    <ChartPanel
      title="Activity per day"
      note={note}
      empty={total === 0 ? noCallsText(ACTIVITY_DAYS) : undefined}
      chart={
        <DayColumns
          days={allDays(data.days, now)}
          parts={KINDS}
          label={`Column chart: ${note}. The table shows the numbers for each day.`}
          hint={(day) => KINDS.map(({ key, label }) => `${day[key]} ${label.toLowerCase()}`).join(', ')}
          onOpen={({ date }, kind) => void navigate(addressFor(date, kind ?? 'all'))}
        />
      }
      table={
        <FigureTable
          label="Calls per day; days without any are omitted"
          columns={['Day', ...KINDS.map(({ label }) => label)]}
          rows={[...data.days].reverse().map(({ date, ...counts }) => ({
            key: date,
            cells: [
              <Link key="day" to={addressFor(date, 'all')}>
                {dayText(date)}
              </Link>,
              ...KINDS.map(({ key }) =>
                counts[key] === 0 ? (
                  '0'
                ) : (
                  <Link key={key} to={addressFor(date, key)}>
                    {formatNumber(counts[key])}
                  </Link>
                ),
              ),
            ],
          }))}
        />
      }
    />
  );
}
