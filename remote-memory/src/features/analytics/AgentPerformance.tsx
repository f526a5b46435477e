/** Which agents remember most, and what their memories are worth. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useState } from 'react';
import { Button } from '@hindsight/shared-ui/core';
import type { Analytics } from '../../api/analytics';
import { memoriesPath } from '../../model/blockAddress';
import { BarRows } from './charts/BarRows';
import { ChartPanel } from './ChartPanel';
import { FilterLink } from '../cards/FilterLink';
import { FigureTable } from './FigureTable';
import { memoriesText, scoreText } from '../../model/countTexts';
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
  const note =
    agents.length > SHOWN_AGENTS
      ? `Memories of the ${SHOWN_AGENTS} agents with the most, of ${formatNumber(agents.length)}`
      : 'Memories by agent';
  return (
    <ChartPanel
      title="Agent Performance"
      note={note}
      empty={agents.length === 0 ? NO_AGENTS : undefined}
      chart={
        <BarRows
          label={note}
          rows={agents.slice(0, SHOWN_AGENTS).map((agent) => ({
            key: agent.agent_id,
            name: agent.agent_name,
            count: agent.memory_block_count,
            figure: formatNumber(agent.memory_block_count),
            color: 'var(--hs-brand)',
            to: memoriesPath({ agent: agent.agent_id }),
            hint: `${agent.agent_name}: ${memoriesText(agent.memory_block_count)}, average feedback ${scoreText(agent.average_feedback_score)}`,
          }))}
        />
      }
      table={<AgentTable agents={agents} />}
    />
  );
}
