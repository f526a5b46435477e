/** The filters of the center; they stand in the address. */
import { FilterChips, Select } from '@hindsight/shared-ui/data';
import { useAgentOptions } from '../../api/optimization';
import { DATE_RANGES, PRIORITIES, type OptimizationFilters as Filters } from '../../model/optimization';
import styles from './OptimizationFilters.module.css';

interface OptimizationFiltersProps {
  filters: Filters;
  onChange(filters: Filters): void;
}

const NONE: Filters = { agentId: '', priority: null, dateRange: null };
/** The value of the choice that stands for no filter. */
const ALL = 'all';

/** Agents by name; one that is not in the list any more keeps its id. */
export function OptimizationFilters({ filters, onChange }: OptimizationFiltersProps) {
  const agents = useAgentOptions();
  const known = agents.data ?? [];
  const { agentId, priority, dateRange } = filters;
  const isKnown = agentId === '' || known.some(({ value }) => value === agentId);
  const options = isKnown ? known : [{ value: agentId, label: agentId }, ...known];
  const nameOf = (list: readonly { value: string; label: string }[], value: string | null) =>
    list.find((one) => one.value === value)?.label ?? value;
  const chips = [
    { key: 'agent', on: agentId !== '', label: `Agent: ${nameOf(options, agentId)}`, off: { agentId: '' } },
    {
      key: 'priority',
      on: priority !== null,
      label: `Priority: ${nameOf(PRIORITIES, priority)}`,
      off: { priority: null },
    },
    {
      key: 'range',
      on: dateRange !== null,
      label: `${nameOf(DATE_RANGES, dateRange)}`,
      off: { dateRange: null },
    },
  ].filter(({ on }) => on);
  return (
    <div className={styles.filters}>
      <div className={styles.row}>
        <Select
          label="Agent ID"
          placeholder="All agents"
          value={agentId || undefined}
          options={options}
          loading={agents.isLoading}
          allowClear
          onChange={(value) => onChange({ ...filters, agentId: value ?? '' })}
        />
        <Select
          label="Priority"
          value={priority ?? ALL}
          options={[
            { value: ALL, label: 'All priorities' },
            ...PRIORITIES.map(({ value, label }) => ({ value, label })),
          ]}
          onChange={(next) =>
            onChange({ ...filters, priority: PRIORITIES.find(({ value }) => value === next)?.value ?? null })
          }
        />
        <Select
          label="Date Range"
          value={dateRange ?? ALL}
          options={[{ value: ALL, label: 'All time' }, ...DATE_RANGES]}
          onChange={(next) =>
            onChange({
              ...filters,
              dateRange: DATE_RANGES.find(({ value }) => value === next)?.value ?? null,
            })
          }
        />
      </div>
      <FilterChips
        items={chips.map(({ key, label, off }) => ({
          key,
          label,
          onRemove: () => onChange({ ...filters, ...off }),
        }))}
        onClearAll={() => onChange(NONE)}
      />
    </div>
  );
}
