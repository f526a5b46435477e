/** The controls above the memory list. */
import { useMemo } from 'react';
import { SearchBox, Select } from '@hindsight/shared-ui/data';
import { agentOptions, type AgentName } from '../../model/agent';
import { SORTS, type Sort } from '../../model/memoryFilters';
import { isRanked, SEARCH_MODES, type SearchMode } from '../../model/searchModes';
import { ConversationFilter } from '../lists/ConversationFilter';
import styles from '../lists/FilterBar.module.css';
import type { MemoryList } from './useMemoryView';
import { AGENTS_NOT_LOADED } from './texts';

interface FilterBarProps {
  list: MemoryList;
  /** Undefined until they are loaded. */
  agents: readonly AgentName[] | undefined;
  agentsFailed: boolean;
}

const MODES = SEARCH_MODES.map(({ value, label }) => ({ value, label }));
const ORDERS = SORTS.map(({ value, label }) => ({ value, label }));
/** A ranked search has an order of its own. */
const BEST_FIRST = { value: 'best', label: 'Best match first' };

/** Search with its mode, agent, conversation and order. */
export function FilterBar({ list, agents, agentsFailed }: FilterBarProps) {
  const { view, draft, type, show } = list;
  const options = useMemo(() => agentOptions(agents ?? [], draft.agent), [agents, draft.agent]);
  const ranked = isRanked(view);
  return (
    <div className={styles.bar} role="search" aria-label="Memory blocks">
      <div className={styles.search}>
        <SearchBox
          value={draft.search}
          onChange={(search) => type({ search })}
          label="Search memory blocks"
        />
        <Select
          className={styles.mode}
          label="Search for"
          value={view.mode}
          options={MODES}
          onChange={(mode) => show({ mode: mode as SearchMode })}
        />
      </div>
      <Select
        className={styles.control}
        label={agentsFailed && !agents ? AGENTS_NOT_LOADED : 'All agents'}
        value={draft.agent || undefined}
        options={options}
        loading={!agents && !agentsFailed}
        disabled={!agents && draft.agent === ''}
        allowClear
        onChange={(agent) => type({ agent: agent ?? '' })}
      />
      <Select
        className={styles.control}
        label="Sort by"
        value={ranked ? BEST_FIRST.value : view.sort}
        options={ranked ? [BEST_FIRST] : ORDERS}
        disabled={ranked}
        onChange={(sort) => show({ sort: sort as Sort })}
      />
      <ConversationFilter list={list} />
    </div>
  );
}
