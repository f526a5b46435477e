/** How many memories each day brought, as columns. */
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { Analytics } from '../../../api/analytics';
import { DAILY_HEIGHT } from '../../../model/chartHeights';
import { memoriesText } from '../../../model/countTexts';
import { dayText } from '../../../model/dayText';
import { AXIS, ChartFrame, ChartHint, CURSOR, FILL, GRID } from './ChartFrame';

export function DailyChart({ days, label }: { days: Analytics['created_per_day']; label: string }) {
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
          content={({ active, payload, label: day }) =>
            active && payload[0] ? (
              <ChartHint title={dayText(String(day))} text={memoriesText(Number(payload[0].value))} />
            ) : null
          }
        />
        <Bar dataKey="count" fill="var(--hs-brand)" radius={[2, 2, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </ChartFrame>
  );
}
