/** How many memories each day brought, as columns. */
import { Bar } from 'recharts';
import type { Analytics } from '../../../api/analytics';
import { memoriesText } from '../../../model/countTexts';
import { utcDay } from '../../../model/timeFilter';
import { useShowMemories } from '../useShowMemories';
import { DayColumns } from './DayColumns';

export function DailyChart({ days, label }: { days: Analytics['created_per_day']; label: string }) {
  const show = useShowMemories();
  return (
    <DayColumns days={days} label={label} hint={({ count }) => memoriesText(count)}>
      <Bar
        dataKey="count"
        fill="var(--hs-brand)"
        radius={[2, 2, 0, 0]}
        isAnimationActive={false}
        cursor="pointer"
        onClick={(_, index) => show({ created: utcDay(days[index]?.date ?? '') })}
      />
    </DayColumns>
  );
}
