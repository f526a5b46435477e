/** Agents as the screens use them: a name for every id. */
import { fields, firstText } from '@hindsight/shared-contracts/api/client';

export interface AgentRow {
  id: string;
  name: string;
}

/** One agent, or null without an id. An agent without a name is called by the last 8 characters of its id. */
export function readAgentRow(value: unknown): AgentRow | null {
  const agent = fields(value);
  const id = firstText(agent['agent_id'], agent['id']);
  if (id === '') return null;
  return { id, name: firstText(agent['agent_name'], agent['name']) || unnamedAgent(id) };
}

/** What an agent is called whose name nobody knows. */
export function unnamedAgent(id: string): string {
  return id === '' ? 'Unknown agent' : `Agent ${id.slice(-8)}`;
}

/** Agents by name, for a select. */
export function byName(agents: readonly AgentRow[]): AgentRow[] {
  return [...agents].sort((a, b) => a.name.localeCompare(b.name));
}

/** The name of a row's agent: what the row says, else what the list of agents says, else the short id. */
export function agentNameOf(
  row: { agentId: string; agentName: string },
  agents: readonly AgentRow[],
): string {
  return row.agentName || agents.find(({ id }) => id === row.agentId)?.name || unnamedAgent(row.agentId);
}
