/** How much an agent read, wrote and was refused on each day, as stacked columns. */
import { Bar, Legend } from 'recharts';
import type { ActivityDay } from '../../../model/agentActivity';
import { DayColumns } from './DayColumns';

const PARTS = [
  { key: 'read', label: 'Read', colour: 'var(--hs-brand)' },
  { key: 'write', label: 'Written', colour: 'var(--hs-note)' },
  { key: 'refused', label: 'Refused', colour: 'var(--hs-bad)' },
] as const;

const hint = (day: ActivityDay) =>
  PARTS.map(({ key, label }) => `${day[key]} ${label.toLowerCase()}`).join(', ');

interface ActivityChartProps {
  days: readonly ActivityDay[];
  label: string;
  /** A column was chosen: the calls of one kind on one day. */
  onOpen(date: string, kind: (typeof PARTS)[number]['key']): void;
}

export function ActivityChart({ days, label, onOpen }: ActivityChartProps) {
  return (
    <DayColumns days={days} label={label} hint={hint}>
      <Legend
        iconType="square"
        itemSorter={null}
        formatter={(name: string) => <span style={{ color: 'var(--hs-text-soft)' }}>{name}</span>}
      />
      {PARTS.map(({ key, label: name, colour }) => (
        <Bar
          key={key}
          dataKey={key}
          name={name}
          stackId="calls"
          fill={colour}
          isAnimationActive={false}
          cursor="pointer"
          onClick={(_, index) => onOpen(days[index]?.date ?? '', key)}
        />
      ))}
    </DayColumns>
  );
}
