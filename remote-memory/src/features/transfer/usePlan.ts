/** What of a dry run is stored, and for which agent. */
import { useMemo, useState } from 'react';
import { useAgents } from '../../api/agents';
import { byName, type AgentName } from '../../model/agent';
import type { Match } from '../../model/duplicates';
import type { ImportItem } from '../../model/importRead';
import type { Plan } from './useImport';

interface PlanRow {
  item: ImportItem;
  match: Match | null;
  isChosen: boolean;
}

export interface PlanState {
  rows: readonly PlanRow[];
  chosen: readonly ImportItem[];
  toggle(item: ImportItem): void;
  agents: readonly AgentName[];
  /** The agent of what names none of this workspace. */
  agentId: string | null;
  setAgentId(id: string | null): void;
  /** Whether some of what is chosen needs that agent. */
  needsAgent: boolean;
  /** Every chosen item has an agent. */
  isComplete: boolean;
  agentOf(item: ImportItem): string;
}

/** The workspace's own agent that an item names, by id or by name; empty when there is none. */
function ownAgent(item: ImportItem, agents: readonly AgentName[]): string {
  const name = item.agentName.toLowerCase();
  const same = (agent: AgentName) =>
    agent.id === item.agentId || (name !== '' && agent.name.toLowerCase() === name);
  return agents.find(same)?.id ?? '';
}

/** Duplicates are left out until the person chooses them. */
export function usePlan(plan: Plan | null): PlanState {
  const query = useAgents();
  const agents = useMemo(() => byName(query.data ?? []), [query.data]);
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  const [agentId, setAgentId] = useState<string | null>(null);
  const rows = useMemo<PlanRow[]>(
    () =>
      (plan?.reading.items ?? []).map((item, index) => {
        const match = plan?.matches[index] ?? null;
        return { item, match, isChosen: (match === null) !== changed.has(item.number) };
      }),
    [plan, changed],
  );
  const chosen = useMemo(() => rows.filter((row) => row.isChosen).map(({ item }) => item), [rows]);
  const agentOf = (item: ImportItem) => ownAgent(item, agents) || agentId || '';
  return {
    rows,
    chosen,
    toggle: ({ number }) =>
      setChanged((now) => {
        const next = new Set(now);
        if (!next.delete(number)) next.add(number);
        return next;
      }),
    agents,
    agentId,
    setAgentId,
    needsAgent: chosen.some((item) => ownAgent(item, agents) === ''),
    isComplete: chosen.every((item) => agentOf(item) !== ''),
    agentOf,
  };
}
