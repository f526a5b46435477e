/** The controls above the memory list. */
import { ListSearch, Select } from '@hindsight/shared-ui/data';
import type { AgentName } from '../../model/agent';
import { SORTS, type Sort } from '../../model/memoryFilters';
import { isRanked, SEARCH_MODES, type SearchMode } from '../../model/searchModes';
import { AgentFilter } from '../lists/AgentFilter';
import { ConversationFilter } from '../lists/ConversationFilter';
import styles from '../lists/FilterBar.module.css';
import { Filter } from '../lists/FilterPanel';
import { useFilterPanel } from '../lists/useFilterPanel';
import { ARCHIVED_CHOICES } from './texts';
import type { MemoryList } from './useMemoryView';

interface FilterBarProps {
  list: MemoryList;
  /** Undefined until they are loaded. */
  agents: readonly AgentName[] | undefined;
  agentsFailed: boolean;
}

const MODES = SEARCH_MODES.map(({ value, label }) => ({ value, label }));
/** A ranked search has an order of its own. */
const BEST_FIRST = { value: 'best', label: 'Best match first' };

/** Search with its mode, agents, order and conversation, and the filters that a button opens. */
export function FilterBar({ list, agents, agentsFailed }: FilterBarProps) {
  const { view, show } = list;
  const ranked = isRanked(view);
  const filters = useFilterPanel(
    list,
    <Filter label="Archived">
      <Select
        className={styles.control}
        label="Archived"
        value={view.archived}
        options={ARCHIVED_CHOICES}
        onChange={(archived) => show({ archived: archived === 'with' ? 'with' : 'without' })}
      />
    </Filter>,
  );
  return (
    <div role="search" aria-label="Memory blocks" className={styles.tools}>
      <div className={styles.bar} data-open={filters.isOpen || undefined}>
        <div className={styles.search}>
          <ListSearch list={list} label="Search memory blocks" />
          <Select
            className={styles.mode}
            label="Search for"
            value={view.mode}
            options={MODES}
            onChange={(mode) => show({ mode: mode as SearchMode })}
          />
          {filters.toggle}
        </div>
        <AgentFilter list={list} agents={agents} agentsFailed={agentsFailed} />
        <Select
          className={styles.control}
          label="Sort by"
          value={ranked ? BEST_FIRST.value : view.sort}
          options={ranked ? [BEST_FIRST] : SORTS.map(({ value, label }) => ({ value, label }))}
          disabled={ranked}
          onChange={(sort) => show({ sort: sort as Sort })}
        />
        <ConversationFilter list={list} />
      </div>
      {filters.panel}
    </div>
  );
}
