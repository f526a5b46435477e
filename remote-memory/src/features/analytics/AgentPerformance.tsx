/** Which agents remember most, and what their memories are worth. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useState } from 'react';
import { Button } from '@hindsight/shared-ui/core';
import type { Analytics } from '../../api/analytics';
import { agentsHeight } from '../../model/chartHeights';
import { ChartPanel } from './ChartPanel';
import { FilterLink } from '../cards/FilterLink';
import { FigureTable } from './FigureTable';
import { scoreText } from '../../model/countTexts';
import { AgentChart } from './lazyCharts';
import { NO_AGENTS } from './texts';

/** Agents of the chart, and of the table before the person asks for all. */
const SHOWN_AGENTS = 10;

function AgentTable({ agents }: { agents: Analytics['agents'] }) {
  const [all, setAll] = useState(false);
  const shown = all ? agents : agents.slice(0, SHOWN_AGENTS);
  return (
    <>
      <FigureTable
        label="Agent Performance"
        columns={['Agent', 'Memories', 'Average feedback', 'Retrieved']}
        rows={shown.map((agent) => ({
          key: agent.agent_id,
          cells: [
            <FilterLink key="agent" by="agent" value={agent.agent_id}>
              {agent.agent_name}
            </FilterLink>,
            formatNumber(agent.memory_block_count),
            scoreText(agent.average_feedback_score),
            formatNumber(agent.retrievals),
          ],
        }))}
      />
      {agents.length > shown.length && (
        <div>
          <Button size="small" onClick={() => setAll(true)}>
            Show all {formatNumber(agents.length)} agents
          </Button>
        </div>
      )}
    </>
  );
}

/** @param agents most memories first. */
export function AgentPerformance({ agents }: { agents: Analytics['agents'] }) {
  const top = agents.slice(0, SHOWN_AGENTS);
  const note =
    agents.length > SHOWN_AGENTS
      ? `Memories of the ${SHOWN_AGENTS} agents with the most, of ${formatNumber(agents.length)}`
      : 'Memories of each agent';
  return (
    <ChartPanel
      title="Agent Performance"
      note={note}
      empty={agents.length === 0 ? NO_AGENTS : undefined}
      chart={
        <AgentChart agents={top} label={`Bar chart: ${note.toLowerCase()}. The table shows the numbers.`} />
      }
      height={agentsHeight(top.length)}
      table={<AgentTable agents={agents} />}
    />
  );
}
