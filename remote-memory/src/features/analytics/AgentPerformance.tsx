/** Agents ranked by how much their memories help. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useState } from 'react';
import { Button } from '@hindsight/shared-ui/core';
import type { Analytics, AnalyticsDays } from '../../api/analytics';
import { memoriesPath } from '../../model/blockAddress';
import { BarRows } from './charts/BarRows';
import { ChartPanel } from './ChartPanel';
import { FilterLink } from '../cards/FilterLink';
import { FigureTable } from './FigureTable';
import { memoriesText, scoreText, timesText } from '../../model/countTexts';
import { agentsNote, NO_AGENTS } from './texts';

/** Agents in the chart, and in the table until expanded. */
const SHOWN_AGENTS = 10;

type Row = Analytics['agents'][number] & Omit<AnalyticsDays['agents'][number], 'agent_id'>;

function AgentTable({ agents }: { agents: readonly Row[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? agents : agents.slice(0, SHOWN_AGENTS);
  return (
    <>
      <FigureTable
        label="Agent Performance"
        columns={['Agent', 'Memories', 'Average feedback', 'Retrieved', 'Helped']}
        rows={shown.map((agent) => ({
          key: agent.agent_id,
          cells: [
            <FilterLink key="agent" by="agent" value={agent.agent_id}>
              {agent.agent_name}
            </FilterLink>,
            formatNumber(agent.memory_block_count),
            scoreText(agent.average_feedback_score),
            formatNumber(agent.retrieved),
            formatNumber(agent.helpful),
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

interface AgentPerformanceProps {
  /** Sorted by number of memories, descending. */
  agents: Analytics['agents'];
  /** Retrievals and helpful retrievals of each agent's memories within the range. */
  use: AnalyticsDays['agents'];
  /** Length of the range in days. */
  days: number;
}

/** Ranks agents by how much their memories help, not by how much they write. */
export function AgentPerformance({ agents, use, days }: AgentPerformanceProps) {
  const used = new Map(use.map((agent) => [agent.agent_id, agent]));
  const rows = agents
    .map((agent): Row => {
      const { retrieved, helpful } = used.get(agent.agent_id) ?? { retrieved: 0, helpful: 0 };
      return { ...agent, retrieved, helpful };
    })
    .sort((a, b) => b.helpful - a.helpful || b.retrieved - a.retrieved);
  const note = agentsNote(days);
  return (
    <ChartPanel
      title="Agent Performance"
      note={
        agents.length > SHOWN_AGENTS
          ? `${note}; the first ${SHOWN_AGENTS} of ${formatNumber(agents.length)}`
          : note
      }
      empty={agents.length === 0 ? NO_AGENTS : undefined}
      chart={
        <BarRows
          label="Agents by how often their memories helped"
          rows={rows.slice(0, SHOWN_AGENTS).map((agent) => ({
            key: agent.agent_id,
            name: agent.agent_name,
            count: agent.helpful,
            figure: formatNumber(agent.helpful),
            color: 'var(--hs-good)',
            to: memoriesPath({ agent: agent.agent_id, feedback: 'high' }),
            hint: `${agent.agent_name}: helped ${timesText(agent.helpful)}, retrieved ${timesText(agent.retrieved)}, ${memoriesText(agent.memory_block_count)}, average feedback ${scoreText(agent.average_feedback_score)}`,
          }))}
        />
      }
      table={<AgentTable agents={rows} />}
    />
  );
}
