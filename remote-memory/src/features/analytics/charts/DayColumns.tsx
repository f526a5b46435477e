/** A column chart of days: its axes and its hint. The columns are its children. */
import { BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { ReactNode } from 'react';
import { DAILY_HEIGHT } from '../../../model/chartHeights';
import { dayText } from '../../../model/dayText';
import { AXIS, ChartFrame, ChartHint, CURSOR, FILL, GRID } from './ChartFrame';

interface DayColumnsProps<Day> {
  days: readonly Day[];
  /** The text alternative. */
  label: string;
  /** The figures of the day under the pointer. */
  hint(day: Day): string;
  children: ReactNode;
}

export function DayColumns<Day extends { date: string }>(props: DayColumnsProps<Day>) {
  const { days, label, hint, children } = props;
  return (
    <ChartFrame label={label} height={DAILY_HEIGHT}>
      <BarChart
        responsive
        style={FILL}
        data={days}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        accessibilityLayer={false}
        barCategoryGap="20%"
      >
        <CartesianGrid {...GRID} vertical={false} />
        <XAxis {...AXIS} dataKey="date" tickFormatter={dayText} minTickGap={24} />
        <YAxis {...AXIS} axisLine={false} allowDecimals={false} width={36} />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const day = payload[0]?.payload as Day | undefined;
            return active && day ? <ChartHint title={dayText(day.date)} text={hint(day)} /> : null;
          }}
        />
        {children}
      </BarChart>
    </ChartFrame>
  );
}
