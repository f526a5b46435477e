/** The agents with the most memories, as bars. */
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { truncate } from '../../../model/cardText';
import type { Analytics } from '../../../api/analytics';
import { agentsHeight } from '../../../model/chartHeights';
import { memoriesText, scoreText } from '../../../model/countTexts';
import { useShowMemories } from '../useShowMemories';
import { AXIS, ChartFrame, ChartHint, CURSOR, FILL, GRID } from './ChartFrame';

const NAME_LENGTH = 20;

export function AgentChart({ agents, label }: { agents: Analytics['agents']; label: string }) {
  const show = useShowMemories();
  const named = new Map(agents.map(({ agent_id, agent_name }) => [agent_id, agent_name]));
  return (
    <ChartFrame label={label} height={agentsHeight(agents.length)}>
      <BarChart
        responsive
        style={FILL}
        data={agents}
        layout="vertical"
        margin={{ top: 4, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
        barCategoryGap="24%"
      >
        <CartesianGrid {...GRID} horizontal={false} />
        <XAxis {...AXIS} type="number" allowDecimals={false} axisLine={false} />
        <YAxis
          {...AXIS}
          type="category"
          dataKey="agent_id"
          width={156}
          interval={0}
          tickFormatter={(id: string) => truncate(named.get(id) ?? '', NAME_LENGTH)}
        />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const agent = payload[0]?.payload as Analytics['agents'][number] | undefined;
            if (!active || !agent) return null;
            const text = `${memoriesText(agent.memory_block_count)}, average feedback ${scoreText(agent.average_feedback_score)}`;
            return <ChartHint title={agent.agent_name} text={text} />;
          }}
        />
        <Bar
          dataKey="memory_block_count"
          fill="var(--hs-brand)"
          radius={[0, 2, 2, 0]}
          isAnimationActive={false}
          cursor="pointer"
          onClick={(_, index) => show({ agent: agents[index]?.agent_id ?? '' })}
        />
      </BarChart>
    </ChartFrame>
  );
}
