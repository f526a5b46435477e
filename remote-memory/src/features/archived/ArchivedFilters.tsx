/** The controls above the archive, and what is filtered by. */
import { ListSearch, Select } from '@hindsight/shared-ui/data';
import type { AgentName } from '../../model/agent';
import { ARCHIVED_SORTS, type ArchivedSort } from '../../model/archivedView';
import { ActiveFilters } from '../lists/ActiveFilters';
import { AgentFilter } from '../lists/AgentFilter';
import { ConversationFilter } from '../lists/ConversationFilter';
import bar from '../lists/FilterBar.module.css';
import { useFilterPanel } from '../lists/useFilterPanel';
import styles from './ArchivedPage.module.css';
import type { ArchivedList } from './useArchivedView';

interface ArchivedFiltersProps {
  list: ArchivedList;
  agents: readonly AgentName[];
}

const SORTS = ARCHIVED_SORTS.map(({ value, label }) => ({ value, label }));

/** Search, agents, order, conversation and the other filters, and those that are on. */
export function ArchivedFilters({ list, agents }: ArchivedFiltersProps) {
  const { view, show } = list;
  const filters = useFilterPanel(list);
  return (
    <>
      <div role="search" aria-label="Archived memories" className={bar.tools}>
        <div className={bar.bar} data-open={filters.isOpen || undefined}>
          <div className={bar.search}>
            <ListSearch list={list} label="Search archived memories" />
            {filters.toggle}
          </div>
          <AgentFilter list={list} agents={agents} />
          <Select
            className={bar.control}
            label="Sort by"
            value={view.sort}
            options={SORTS}
            onChange={(sort) => show({ sort: sort as ArchivedSort })}
          />
          <ConversationFilter list={list} />
        </div>
        {filters.panel}
      </div>
      <div className={styles.active}>
        <ActiveFilters list={list} agents={agents} />
      </div>
    </>
  );
}
