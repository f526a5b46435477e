/** Active filters as removable chips. */
import type { ReactNode } from 'react';
import { FilterChips, type FilterChip } from '@hindsight/shared-ui/data';
import { useKeywords } from '../../api/keywords';
import { findAgentName, type AgentName } from '../../model/agent';
import {
  CHOICE_FILTERS,
  CHOICE_NAMES,
  splitIds,
  isUsable,
  NO_FILTERS,
  TIMES,
  type ChoiceFilter,
} from '../../model/memoryFilters';
import { spanText } from '../../model/timeFilter';
import type { FilteredList } from './filterParameters';
import { EVERY_KEYWORD, keywordName } from './texts';

interface ActiveFiltersProps {
  list: FilteredList;
  agents: readonly AgentName[];
  /** Chips of filters specific to this list. */
  more?: FilterChip[];
  onClearAll?(): void;
  /** Additional action, shown at the end. */
  action?: ReactNode;
}

/** Lists the filters in the address; renders nothing without any. */
export function ActiveFilters({ list, agents, more = [], onClearAll, action }: ActiveFiltersProps) {
  const { view, show } = list;
  const keywordIds = splitIds(view.keyword);
  const keywords = useKeywords(keywordIds.length > 0).data ?? [];
  const chip = (key: 'search' | 'conversation' | ChoiceFilter, name: string, text?: string) =>
    text ? [{ key, label: `${name}: ${text}`, onRemove: () => show({ [key]: NO_FILTERS[key] }) }] : [];
  /** One chip per ID. */
  const chips = (key: 'agent' | 'keyword', name: string, displayName: (id: string) => string) =>
    splitIds(view[key]).map((id, _, ids) => ({
      key: `${key} ${id}`,
      label: `${name}: ${displayName(id)}`,
      onRemove: () => show({ [key]: ids.filter((other) => other !== id).join(',') }),
    }));
  const isEveryKeyword = keywordIds.length > 1 && view.match === 'all';
  const items: FilterChip[] = [
    ...chip('search', 'Search', view.search),
    ...chips('agent', 'Agent', (agentId) => findAgentName(agentId, agents)),
    ...chip('conversation', 'Conversation', isUsable(view) ? view.conversation : ''),
    ...chips('keyword', 'Keyword', (id) => keywordName(id, keywords)),
    ...(isEveryKeyword
      ? [{ key: 'match', label: EVERY_KEYWORD, onRemove: () => show({ match: 'any' }) }]
      : []),
    ...TIMES.filter(({ key }) => view[key] !== '').map(({ key, label }) => ({
      key,
      label: `${label}: ${spanText(view[key])}`,
      onRemove: () => show({ [key]: '' }),
    })),
    ...CHOICE_NAMES.flatMap((name) => {
      const { label, options } = CHOICE_FILTERS[name];
      return chip(name, label, options.find(({ value }) => value === view[name])?.label);
    }),
    ...more,
  ];
  return (
    <FilterChips items={items} onClearAll={onClearAll ?? (() => show(NO_FILTERS))}>
      {action}
    </FilterChips>
  );
}
