/** The search and the order of agents. */
import { nameFinder } from '@hindsight/shared-contracts/rules';
import type { Agent, AgentCount } from './agent';
import { findLastActive } from './agentActivity';

export const AGENT_SORTS = [
  { value: 'recent', label: 'Recently created' },
  { value: 'name', label: 'A to Z' },
  { value: 'memories', label: 'Most memories' },
  { value: 'silent', label: 'Silent longest' },
] as const;

export type AgentSort = (typeof AGENT_SORTS)[number]['value'];

/** In the chosen order: apart from the search, because sorting 1,000 at each letter would be felt. */
export function sortAgents(
  agents: readonly Agent[],
  sort: AgentSort,
  counts: ReadonlyMap<string, AgentCount> | undefined,
): Agent[] {
  const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
  const memories = ({ id }: Agent) => counts?.get(id)?.count ?? 0;
  // An agent that was never active comes first.
  const lastActive = ({ id }: Agent) => findLastActive(counts?.get(id)) ?? '';
  return [...agents].sort((a, b) => {
    if (sort === 'recent' && a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
    if (sort === 'memories' && memories(a) !== memories(b)) return memories(b) - memories(a);
    if (sort === 'silent' && lastActive(a) !== lastActive(b)) return lastActive(a) < lastActive(b) ? -1 : 1;
    return byName.compare(a.name, b.name);
  });
}

/** The agents whose name contains the search, in any case, with accents or without. */
export function searchAgents(agents: readonly Agent[], search: string): Agent[] {
  const isFound = nameFinder(search);
  return agents.filter(({ name }) => isFound(name));
}
