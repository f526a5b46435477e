/** The active filters as chips that can be removed. */
import { FilterChips } from '@hindsight/shared-ui/data';
import { agentNameOf, type AgentName } from '../../model/agent';
import { isUsable, NO_FILTERS } from '../../model/memoryFilters';
import type { FilteredList } from './filterParameters';

/** Names the filters of the address; nothing without any. */
export function ActiveFilters({ list, agents }: { list: FilteredList; agents: readonly AgentName[] }) {
  const { view, show } = list;
  const names = {
    search: `Search: ${view.search}`,
    agent: `Agent: ${agentNameOf({ agentId: view.agent, agentName: '' }, agents)}`,
    conversation: `Conversation: ${view.conversation}`,
  };
  const items = (['search', 'agent', 'conversation'] as const)
    .filter((key) => view[key] !== '' && (key !== 'conversation' || isUsable(view)))
    .map((key) => ({ key, label: names[key], onRemove: () => show({ [key]: '' }) }));
  return <FilterChips items={items} onClearAll={() => show(NO_FILTERS)} />;
}
