/** Search and sort order of agents. */
import { nameFinder } from '@hindsight/shared-contracts/rules';
import type { Agent, AgentCount } from './agent';
import { findLastActive } from './agentActivity';

export const AGENT_SORTS = [
  { value: 'recent', label: 'Recently created' },
  { value: 'name', label: 'A to Z' },
  { value: 'memories', label: 'Most memories' },
  { value: 'silent', label: 'Inactive longest' },
] as const;

export type AgentSort = (typeof AGENT_SORTS)[number]['value'];

/** Separate from the search, because sorting 1,000 agents on each keystroke would be noticeable. */
export function sortAgents(
  agents: readonly Agent[],
  sort: AgentSort,
  counts: ReadonlyMap<string, AgentCount> | undefined,
): Agent[] {
  const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
  const memories = ({ id }: Agent) => counts?.get(id)?.count ?? 0;
  // Agents that were never active sort first.
  const lastActive = ({ id }: Agent) => findLastActive(counts?.get(id)) ?? '';
  return [...agents].sort((a, b) => {
    if (sort === 'recent' && a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
    if (sort === 'memories' && memories(a) !== memories(b)) return memories(b) - memories(a);
    if (sort === 'silent' && lastActive(a) !== lastActive(b)) return lastActive(a) < lastActive(b) ? -1 : 1;
    return byName.compare(a.name, b.name);
  });
}

/** Agents whose name contains the search text, ignoring case and accents. */
export function searchAgents(agents: readonly Agent[], search: string): Agent[] {
  const isFound = nameFinder(search);
  return agents.filter(({ name }) => isFound(name));
}
