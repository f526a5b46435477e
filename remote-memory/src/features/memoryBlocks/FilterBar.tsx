/** Controls above the memory list. */
import { ListSearch, Select } from '@hindsight/shared-ui/data';
import type { AgentName } from '../../model/agent';
import { SEARCH_MODES, type SearchMode } from '../../model/searchModes';
import { AgentFilter } from '../lists/AgentFilter';
import { ConversationFilter } from '../lists/ConversationFilter';
import { Filter } from '../lists/FilterPanel';
import filter from '../lists/FilterPanel.module.css';
import { useFilterPanel } from '../lists/useFilterPanel';
import styles from './FilterBar.module.css';
import { ARCHIVED_CHOICES } from './texts';
import type { MemoryList } from './useMemoryView';

interface FilterBarProps {
  list: MemoryList;
  /** Undefined until loaded. */
  agents: readonly AgentName[] | undefined;
  agentsFailed: boolean;
}

const MODES = SEARCH_MODES.map(({ value, label }) => ({ value, label }));

/** One search box with its mode selector inside, and one button for all filters. */
export function FilterBar({ list, agents, agentsFailed }: FilterBarProps) {
  const { view, show } = list;
  const filters = useFilterPanel(list, {
    first: (counts) => (
      <>
        <Filter label="Agents">
          <AgentFilter list={list} agents={agents} agentsFailed={agentsFailed} counts={counts} />
        </Filter>
        <Filter label="Conversation ID">
          <ConversationFilter list={list} />
        </Filter>
      </>
    ),
    last: (
      <Filter label="Archived">
        <Select
          className={filter.control}
          label="Archived"
          value={view.archived}
          options={ARCHIVED_CHOICES}
          onChange={(archived) => show({ archived: archived === 'with' ? 'with' : 'without' })}
        />
      </Filter>
    ),
  });
  return (
    <div role="search" aria-label="Memory blocks" className={styles.tools}>
      <div className={styles.bar}>
        <ListSearch
          list={list}
          label="Search memory blocks"
          placeholder="Search: a question, words, or an ID"
          after={
            <Select
              className={styles.mode}
              label="Search for"
              value={view.mode}
              options={MODES}
              onChange={(mode) => show({ mode: mode as SearchMode })}
            />
          }
        />
        {filters.toggle}
      </div>
      {filters.panel}
    </div>
  );
}
