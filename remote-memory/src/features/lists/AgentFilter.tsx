/** Filter by agents. */
import { useMemo } from 'react';
import { SelectMany, useDraft } from '@hindsight/shared-ui/data';
import { agentOptions, type AgentName } from '../../model/agent';
import { splitIds } from '../../model/memoryFilters';
import styles from './FilterBar.module.css';
import type { FilteredList } from './filterParameters';
import type { FilterCounts } from './FilterPanel';
import { countedLabel, AGENTS_NOT_LOADED, LOADING, NO_AGENTS } from './texts';

interface AgentFilterProps {
  list: FilteredList;
  /** Undefined until loaded. */
  agents: readonly AgentName[] | undefined;
  agentsFailed?: boolean;
  counts?: FilterCounts | undefined;
}

export function AgentFilter({ list, agents, agentsFailed = false, counts }: AgentFilterProps) {
  const agent = useDraft(list, 'agent');
  const chosen = splitIds(agent);
  const options = useMemo(
    () =>
      agentOptions(agents ?? [], ...splitIds(agent)).map(({ value, label }) => ({
        value,
        label: countedLabel(label, counts?.agents.get(value)),
      })),
    [agents, agent, counts],
  );
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
