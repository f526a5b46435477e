/** The active filters as chips that can be removed. */
import { FilterChips } from '@hindsight/shared-ui/data';
import type { ComponentProps } from 'react';
import { agentNameOf, type AgentName } from '../../model/agent';
import { isUsable, NO_FILTERS } from '../../model/memoryFilters';
import type { FilteredList } from './filterParameters';

interface ActiveFiltersProps {
  list: FilteredList;
  agents: readonly AgentName[];
  /** Chips of filters that only this list has. */
  more?: ComponentProps<typeof FilterChips>['items'];
  /** Clears those too. */
  onClearAll?(): void;
}

/** Names the filters of the address; nothing without any. */
export function ActiveFilters({ list, agents, more = [], onClearAll }: ActiveFiltersProps) {
  const { view, show } = list;
  const names = {
    search: `Search: ${view.search}`,
    agent: `Agent: ${agentNameOf({ agentId: view.agent, agentName: '' }, agents)}`,
    conversation: `Conversation: ${view.conversation}`,
  };
  const items = (['search', 'agent', 'conversation'] as const)
    .filter((key) => view[key] !== '' && (key !== 'conversation' || isUsable(view)))
    .map((key) => ({ key, label: names[key], onRemove: () => show({ [key]: '' }) }));
  return <FilterChips items={[...items, ...more]} onClearAll={onClearAll ?? (() => show(NO_FILTERS))} />;
}
