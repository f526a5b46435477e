/** The controls above the archive, and what is filtered by. */
import { useMemo } from 'react';
import { SearchBox, Select } from '@hindsight/shared-ui/data';
import { agentOptions, type AgentName } from '../../model/agent';
import { ARCHIVED_SORTS, type ArchivedSort } from '../../model/archivedView';
import { ActiveFilters } from '../lists/ActiveFilters';
import { ConversationFilter } from '../lists/ConversationFilter';
import bar from '../lists/FilterBar.module.css';
import styles from './ArchivedPage.module.css';
import type { ArchivedList } from './useArchivedView';

interface ArchivedFiltersProps {
  list: ArchivedList;
  agents: readonly AgentName[];
}

const ALL_AGENTS = '';
const SORTS = ARCHIVED_SORTS.map(({ value, label }) => ({ value, label }));

/** Search, agent, order and conversation, and the active filters. */
export function ArchivedFilters({ list, agents }: ArchivedFiltersProps) {
  const { view, draft, type, show } = list;
  const options = useMemo(
    () => [{ value: ALL_AGENTS, label: 'All agents' }, ...agentOptions(agents, draft.agent)],
    [agents, draft.agent],
  );
  return (
    <>
      <div className={bar.bar} role="search" aria-label="Archived memories">
        <div className={bar.search}>
          <SearchBox
            value={draft.search}
            onChange={(search) => type({ search })}
            label="Search archived memories"
          />
        </div>
        <Select
          className={bar.control}
          label="Agent"
          value={draft.agent}
          options={options}
          onChange={(agent) => show({ agent: agent ?? ALL_AGENTS })}
        />
        <Select
          className={bar.control}
          label="Sort by"
          value={view.sort}
          options={SORTS}
          onChange={(sort) => show({ sort: sort as ArchivedSort })}
        />
        <ConversationFilter list={list} />
      </div>
      <div className={styles.active}>
        <ActiveFilters list={list} agents={agents} />
      </div>
    </>
  );
}
