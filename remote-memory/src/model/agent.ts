/** An agent as the screens use it. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';

/** What lists and filters need of an agent. */
export interface AgentName {
  id: string;
  name: string;
}

export interface Agent extends AgentName {
  /** Empty without one. */
  description: string;
  /** ISO times. */
  createdAt: string;
  updatedAt: string;
  scope: 'personal' | 'organization' | 'public';
}

/** How many memories an agent has, and when it recorded the last one. */
export type AgentCount = CallAnswer<'GET /agents/counts'>['counts'][number];

export function toAgent(agent: CallAnswer<'GET /agents/{id}'>): Agent {
  return {
    id: agent.agent_id,
    name: agent.agent_name,
    description: agent.description ?? '',
    createdAt: agent.created_at,
    updatedAt: agent.updated_at,
    scope: agent.visibility_scope,
  };
}

/** Names an agent by the end of its ID where nothing else is known of it. */
const unnamedAgent = (id: string): string => `Agent ${id.slice(-8)}`;

/** Agents by name, for a select. */
export function byName<T extends AgentName>(agents: readonly T[]): T[] {
  return [...agents].sort((a, b) => a.name.localeCompare(b.name));
}

/** Agents as options of a select. Chosen agents that the list does not hold stay options, so that the select can show them. */
export function agentOptions(agents: readonly AgentName[], ...chosen: string[]) {
  const missing = chosen.filter((id) => id !== '' && !agents.some((agent) => agent.id === id));
  return [
    ...missing.map((id) => ({ value: id, label: unnamedAgent(id) })),
    ...byName(agents).map(({ id, name }) => ({ value: id, label: name })),
  ];
}

/** The name of an agent in the list, or the end of its ID where the list does not hold it. */
export function findAgentName(id: string, agents: readonly AgentName[]): string {
  return agents.find((agent) => agent.id === id)?.name ?? unnamedAgent(id);
}
