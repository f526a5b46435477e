/** The filters that are on, as chips, each with its way off. */
import { FilterChips } from '@hindsight/shared-ui/data';
import { agentNameOf, type AgentRow } from '../../model/agentRow';
import { isUsable } from '../../model/memoryFilters';
import type { MemoryViewState } from './useMemoryView';

/** Names what the address filters by; nothing when it does not. */
export function ActiveFilters({ state, agents }: { state: MemoryViewState; agents: readonly AgentRow[] }) {
  const { view, apply, clear } = state;
  const names = {
    search: `Search: ${view.search}`,
    agent: `Agent: ${agentNameOf({ agentId: view.agent, agentName: '' }, agents)}`,
    conversation: `Conversation: ${view.conversation}`,
  };
  const items = (['search', 'agent', 'conversation'] as const)
    .filter((key) => view[key].trim() !== '' && (key !== 'conversation' || isUsable(view)))
    .map((key) => ({ key, label: names[key], onRemove: () => apply({ [key]: '' }) }));
  return <FilterChips items={items} onClearAll={clear} />;
}
