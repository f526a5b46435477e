/** Column chart by day. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useState, type CSSProperties, type MouseEvent } from 'react';
import { axisTicks } from '../../../model/axisTicks';
import { dayText } from '../../../model/dayText';
import styles from './DayColumns.module.css';

/** Number of days labeled below the columns: as many as fit on a phone. */
const NAMED_DAYS = 6;

/** One part of a stacked column. */
interface Part<Key extends string> {
  key: Key;
  label: string;
  color: string;
}

interface DayColumnsProps<Key extends string, Day> {
  /** Oldest first, without gaps. */
  days: readonly Day[];
  /** Stacked from the bottom; with several parts, a legend names them below the chart. */
  parts: readonly Part<Key>[];
  /** Text alternative. The figures are in the table. */
  label: string;
  /** Figures of the day under the pointer. */
  hint(day: Day): string;
  /** Called when a column is clicked; without a part when the space above its parts was. The table has equivalent links. */
  onOpen(day: Day, part?: Key): void;
}

/** Position of a column's hint: next to it, within the chart. */
function hintPlace(index: number, of: number): CSSProperties {
  const middle = ((index + 0.5) / of) * 100;
  return middle < 50 ? { insetInlineStart: `${middle}%` } : { insetInlineEnd: `${100 - middle}%` };
}

export function DayColumns<Key extends string, Day extends Record<Key, number> & { date: string }>({
  days,
  parts,
  label,
  hint,
  onOpen,
}: DayColumnsProps<Key, Day>) {
  const [pointed, setPointed] = useState<number>();
  const sums = days.map((day) => parts.reduce((sum, { key }) => sum + day[key], 0));
  const ticks = axisTicks(Math.max(...sums));
  const percent = (count: number) => `${(count / ticks.at(-1)!) * 100}%`;

  /** Shared by all columns, because there are up to ninety. */
  const findPart = ({ target }: MouseEvent) => {
    const part = (target as HTMLElement).closest<HTMLElement>('[data-part]')?.dataset.part as Key | undefined;
    const index = (target as HTMLElement).closest<HTMLElement>('[data-day]')?.dataset.day;
    return { index: index === undefined ? undefined : Number(index), part };
  };
  const open = (event: MouseEvent) => {
    const { index, part } = findPart(event);
    if (index !== undefined && sums[index]) onOpen(days[index]!, part);
  };

  const span = Math.ceil(days.length / NAMED_DAYS);
  const spans = Array.from({ length: Math.ceil(days.length / span) }, (_, n) =>
    days.slice(n * span, (n + 1) * span),
  );
  const day = pointed === undefined ? undefined : days[pointed];
  return (
    <div role="img" aria-label={label} className={styles.chart}>
      <div
        className={styles.plot}
        onMouseOver={(event) => setPointed(findPart(event).index)}
        onMouseLeave={() => setPointed(undefined)}
        onClick={open}
      >
        {ticks.slice(1).map((tick) => (
          <div key={tick} className={styles.tick} style={{ bottom: percent(tick) }}>
            <span>{formatNumber(tick)}</span>
          </div>
        ))}
        {days.map((each, index) => (
          <div
            key={each.date}
            className={styles.day}
            data-day={index}
            data-some={sums[index] ? '' : undefined}
          >
            {parts.map(
              ({ key, color }) =>
                each[key] > 0 && (
                  <div
                    key={key}
                    className={styles.part}
                    data-part={key}
                    style={{ height: percent(each[key]), background: color }}
                  />
                ),
            )}
          </div>
        ))}
        {day && (
          <div className={styles.hint} style={hintPlace(pointed!, days.length)}>
            <strong>{dayText(day.date)}</strong>
            <span>{hint(day)}</span>
          </div>
        )}
      </div>
      <div className={styles.names}>
        {spans.map((each) => (
          <span key={each[0]!.date} style={{ flexGrow: each.length }}>
            {dayText(each[Math.floor(each.length / 2)]!.date)}
          </span>
        ))}
      </div>
      {parts.length > 1 && (
        <div className={styles.legend}>
          {parts.map(({ key, label: name, color }) => (
            <span key={key}>
              <i style={{ background: color }} />
              {name}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
