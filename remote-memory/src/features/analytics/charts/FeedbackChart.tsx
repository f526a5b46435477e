/** How the feedback on memories is distributed, as one bar for each part, with its name and its number. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Bar, BarChart, LabelList, Tooltip, XAxis, YAxis } from 'recharts';
import { FEEDBACK_HEIGHT } from '../../../model/chartHeights';
import { FEEDBACK_PARTS, ratedIn, type Feedback } from '../../../model/feedbackParts';
import { memoriesText, shareText } from '../../../model/countTexts';
import { useShowMemories } from '../useShowMemories';
import { AXIS, ChartFrame, ChartHint, CURSOR, FILL } from './ChartFrame';

interface Row {
  key: string;
  name: string;
  count: number;
  share: string;
  fill: string;
}

export function FeedbackChart({ feedback, label }: { feedback: Feedback; label: string }) {
  const show = useShowMemories();
  const whole = ratedIn(feedback);
  const rows = FEEDBACK_PARTS.map(({ key, label: name, colour }): Row => {
    const count = feedback[key];
    return {
      key,
      name,
      count,
      share: `${formatNumber(count)} (${shareText(count, whole)})`,
      fill: colour,
    };
  });
  return (
    <ChartFrame label={label} height={FEEDBACK_HEIGHT}>
      <BarChart
        responsive
        style={FILL}
        data={rows}
        layout="vertical"
        margin={{ top: 4, right: 96, bottom: 4, left: 0 }}
        accessibilityLayer={false}
        barCategoryGap="28%"
      >
        <XAxis type="number" hide />
        <YAxis {...AXIS} type="category" dataKey="name" width={124} interval={0} />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const row = payload[0]?.payload as Row | undefined;
            return active && row ? <ChartHint title={row.name} text={memoriesText(row.count)} /> : null;
          }}
        />
        <Bar
          dataKey="count"
          radius={[0, 2, 2, 0]}
          isAnimationActive={false}
          cursor="pointer"
          onClick={(_, index) => show({ feedback: rows[index]?.key ?? '' })}
        >
          <LabelList dataKey="share" position="right" fill="var(--hs-text-soft)" fontSize={12} />
        </Bar>
      </BarChart>
    </ChartFrame>
  );
}
