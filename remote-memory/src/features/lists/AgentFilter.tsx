/** The filter by agents. */
import { useMemo } from 'react';
import { SelectMany, useDraft } from '@hindsight/shared-ui/data';
import { agentOptions, type AgentName } from '../../model/agent';
import { idsOf } from '../../model/memoryFilters';
import styles from './FilterBar.module.css';
import type { FilteredList } from './filterParameters';
import { AGENTS_NOT_LOADED, LOADING, NO_AGENTS } from './texts';

interface AgentFilterProps {
  list: FilteredList;
  /** Undefined until they are loaded. */
  agents: readonly AgentName[] | undefined;
  agentsFailed?: boolean;
}

export function AgentFilter({ list, agents, agentsFailed = false }: AgentFilterProps) {
  const agent = useDraft(list, 'agent');
  const chosen = idsOf(agent);
  const options = useMemo(() => agentOptions(agents ?? [], ...idsOf(agent)), [agents, agent]);
  return (
    <SelectMany
      className={styles.control}
      label="Agents"
      placeholder={agentsFailed && !agents ? AGENTS_NOT_LOADED : 'All agents'}
      value={chosen}
      options={options}
      emptyText={agents || agentsFailed ? NO_AGENTS : LOADING}
      onChange={(ids) => list.show({ agent: ids.join(',') })}
    />
  );
}
