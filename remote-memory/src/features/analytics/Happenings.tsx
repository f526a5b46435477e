/** Activity of a range of days: four figures next to those of the previous days, with the selected one charted by day. */
import { formatNumber, sinceMoment } from '@hindsight/shared-contracts/rules';
import { Link, useNavigate } from '@hindsight/shared-contracts/router';
import { useId } from 'react';
import { useHasActivity } from '../../api/agentActivity';
import type { AnalyticsDays } from '../../api/analytics';
import { memoriesPath } from '../../model/blockAddress';
import { dayText } from '../../model/dayText';
import { utcDay } from '../../model/timeFilter';
import { ChartPanel } from './ChartPanel';
import { DayColumns } from './charts/DayColumns';
import { FigureTable } from './FigureTable';
import styles from './Happenings.module.css';
import { comparisonText, emptySeriesText, NOT_KEPT, SERIES_TEXTS, seriesNote } from './texts';

export const SERIES_NAMES = ['created', 'retrieved', 'helpful', 'unanswered'] as const;
export type SeriesName = (typeof SERIES_NAMES)[number];

const COLORS: Readonly<Record<SeriesName, string>> = {
  created: 'var(--hs-brand)',
  retrieved: 'var(--hs-note)',
  helpful: 'var(--hs-good)',
  unanswered: 'var(--hs-bad)',
};

/** Link for a day's figure: the memories of that day, or the agent calls on it. */
const dayPath = (series: SeriesName, date: string) =>
  series === 'created'
    ? memoriesPath({ created: utcDay(date), archived: 'with' })
    : `/analytics?view=activity&kind=read&time=${utcDay(date)}`;

interface HappeningsProps {
  data: AnalyticsDays;
  shown: SeriesName;
  onShow(series: SeriesName): void;
}

/** Guests see created and retrieved memories; agent calls require a signed-in person. */
export function Happenings({ data, shown, onShow }: HappeningsProps) {
  const group = useId();
  const navigate = useNavigate();
  const seesCalls = useHasActivity();
  const names = SERIES_NAMES.filter((name) => seesCalls || name !== 'unanswered');
  const series = names.includes(shown) ? shown : 'created';
  const { days, before } = data;
  const sum = (name: SeriesName) => days.reduce((total, day) => total + (day[name] ?? 0), 0);
  const total = sum(series);
  const { title, label } = SERIES_TEXTS[series];
  const note = seriesNote(series, total, days.length);
  const counted = days.map((day) => ({ date: day.date, count: day[series] ?? 0 }));
  const leads = series === 'created' || seesCalls;
  const all = memoriesPath({ created: sinceMoment(`${days[0]?.date}T00:00:00Z`), archived: 'with' });
  return (
    <>
      <fieldset className={styles.figures}>
        <legend className={styles.legend}>Shown by day</legend>
        {names.map((name) => {
          const past = before[name];
          return (
            <label key={name} className={styles.figure}>
              <input
                type="radio"
                name={group}
                checked={name === series}
                onChange={() => onShow(name)}
                className={styles.radio}
              />
              <span className={styles.name}>{SERIES_TEXTS[name].label}</span>
              <span className={styles.count}>{formatNumber(sum(name))}</span>
              <span className={styles.change}>
                {past === null ? NOT_KEPT : comparisonText(sum(name), past, days.length)}
              </span>
            </label>
          );
        })}
      </fieldset>
      <ChartPanel
        title={title}
        note={series === 'created' && total > 0 ? <Link to={all}>{note}</Link> : note}
        empty={total === 0 ? emptySeriesText(series, days.length) : undefined}
        chart={
          <DayColumns
            days={counted}
            parts={[{ key: 'count', label, color: COLORS[series] }]}
            label={`Column chart: ${note}. The table shows the number for each day.`}
            hint={({ count }) => `${formatNumber(count)} ${label.toLowerCase()}`}
            onOpen={({ date }) => leads && void navigate(dayPath(series, date))}
          />
        }
        table={
          <FigureTable
            label={`${title}; days without any are omitted`}
            columns={['Day', label]}
            rows={counted
              .filter(({ count }) => count > 0)
              .reverse()
              .map(({ date, count }) => ({
                key: date,
                cells: [
                  leads ? (
                    <Link key="day" to={dayPath(series, date)}>
                      {dayText(date)}
                    </Link>
                  ) : (
                    dayText(date)
                  ),
                  formatNumber(count),
                ],
              }))}
          />
        }
      />
    </>
  );
}
