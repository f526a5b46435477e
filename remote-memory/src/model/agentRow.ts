/** Agents as the screens use them: a name for every id, and what the agents screen says of each. */
import { fields, firstText } from '@hindsight/shared-contracts/api/client';

export interface AgentRow {
  id: string;
  name: string;
}

export interface AgentProfile extends AgentRow {
  /** Empty when nobody described it. */
  description: string;
  /** ISO times; empty when unknown. */
  createdAt: string;
  updatedAt: string;
  /** `personal`, `organization` or `public`; empty when unknown. */
  scope: string;
}

/** One agent, or null without an id. An agent without a name is called by the last 8 characters of its id. */
export function readAgentRow(value: unknown): AgentRow | null {
  const agent = fields(value);
  const id = firstText(agent['agent_id'], agent['id']);
  if (id === '') return null;
  return { id, name: firstText(agent['agent_name'], agent['name']) || unnamedAgent(id) };
}

/** The same with everything else that is known of it. */
export function readAgentProfile(value: unknown): AgentProfile | null {
  const row = readAgentRow(value);
  if (!row) return null;
  const agent = fields(value);
  return {
    ...row,
    description: firstText(agent['description']).trim(),
    createdAt: firstText(agent['created_at']),
    updatedAt: firstText(agent['updated_at']),
    scope: firstText(agent['visibility_scope']),
  };
}

/** What an agent is called whose name nobody knows. */
export function unnamedAgent(id: string): string {
  return id === '' ? 'Unknown agent' : `Agent ${id.slice(-8)}`;
}

const names = new Intl.Collator(undefined);

/** Agents by name, for a select. */
export function byName<T extends AgentRow>(agents: readonly T[]): T[] {
  return [...agents].sort((a, b) => names.compare(a.name, b.name));
}

/** Agents as options of a select. A chosen agent that the list does not hold stays an option, so that the select can show it. */
export function agentOptions(agents: readonly AgentRow[], chosen: string) {
  const isMissing = chosen !== '' && !agents.some(({ id }) => id === chosen);
  return [
    ...(isMissing ? [{ value: chosen, label: unnamedAgent(chosen) }] : []),
    ...byName(agents).map(({ id, name }) => ({ value: id, label: name })),
  ];
}

/** The name of a row's agent: what the row says, else what the list of agents says, else the short id. */
export function agentNameOf(
  row: { agentId: string; agentName: string },
  agents: readonly AgentRow[],
): string {
  return row.agentName || agents.find(({ id }) => id === row.agentId)?.name || unnamedAgent(row.agentId);
}
