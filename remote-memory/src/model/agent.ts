/** View model of an agent. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';

/** The part of an agent that lists and filters need. */
export interface AgentName {
  id: string;
  name: string;
}

export interface Agent extends AgentName {
  /** Empty if there is none. */
  description: string;
  /** ISO timestamp. */
  createdAt: string;
  updatedAt: string;
  scope: 'personal' | 'organization' | 'public';
}

/** Number of an agent's memories and the time of the last one. */
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

/** Fallback name of an unknown agent: the end of its ID. */
const unnamedAgent = (id: string): string => `Agent ${id.slice(-8)}`;

/** Agents sorted by name, for a select. */
export function byName<T extends AgentName>(agents: readonly T[]): T[] {
  return [...agents].sort((a, b) => a.name.localeCompare(b.name));
}

/** Select options for agents. Includes chosen agents missing from the list, so the select can display them. */
export function agentOptions(agents: readonly AgentName[], ...chosen: string[]) {
  const missing = chosen.filter((id) => id !== '' && !agents.some((agent) => agent.id === id));
  return [
    ...missing.map((id) => ({ value: id, label: unnamedAgent(id) })),
    ...byName(agents).map(({ id, name }) => ({ value: id, label: name })),
  ];
}

/** Name of an agent, or the end of its ID if the list does not contain it. */
export function findAgentName(id: string, agents: readonly AgentName[]): string {
  return agents.find((agent) => agent.id === id)?.name ?? unnamedAgent(id);
}
