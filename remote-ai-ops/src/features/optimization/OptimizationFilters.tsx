/** Filters of the optimization center. */
import {
  FilterChips,
  optionalParameter,
  Select,
  textParameter,
  useListView,
  type ListView,
} from '@hindsight/shared-ui/data';
import { useAgentOptions } from '../../api/optimization';
import { DATE_RANGES, PRIORITIES } from '../../model/optimization';
import { optimizationTexts } from './texts';
import styles from './OptimizationFilters.module.css';

const PARAMETERS = {
  agent: textParameter(),
  priority: optionalParameter(PRIORITIES.map(({ value }) => value)),
  range: optionalParameter(DATE_RANGES.map(({ value }) => value)),
};

export const useOptimizationFilters = () => useListView(PARAMETERS);

type OptimizationList = ListView<typeof PARAMETERS>;

/** A view without filters. */
export const NO_FILTERS = { agent: '', priority: null, range: null } as const;

const texts = optimizationTexts.filters;
const ALL = 'all';

interface Option {
  value: string;
  label: string;
}

const labelFor = (options: readonly Option[], value: string | null) =>
  options.find((option) => option.value === value)?.label ?? value;
const withAll = (label: string, options: readonly Option[]) => [{ value: ALL, label }, ...options];

/** Shows agents by name, or by id if they are not in the list. */
export function OptimizationFilters({ list }: { list: Pick<OptimizationList, 'view' | 'show'> }) {
  const { view, show } = list;
  const { agent, priority, range } = view;
  const agents = useAgentOptions();
  const known = agents.data ?? [];
  const isKnown = agent === '' || known.some(({ value }) => value === agent);
  const options = isKnown ? known : [{ value: agent, label: agent }, ...known];
  const chips = [
    {
      key: 'agent',
      label: agent && `Agent: ${labelFor(options, agent)}`,
      onRemove: () => show({ agent: '' }),
    },
    {
      key: 'priority',
      label: priority && `${texts.priority}: ${labelFor(PRIORITIES, priority)}`,
      onRemove: () => show({ priority: null }),
    },
    { key: 'range', label: labelFor(DATE_RANGES, range), onRemove: () => show({ range: null }) },
  ].flatMap(({ label, ...chip }) => (label ? [{ ...chip, label }] : []));
  return (
    <div className={styles.filters}>
      <div className={styles.row}>
        <Select
          label={texts.agent}
          value={agent}
          options={[{ value: '', label: texts.allAgents }, ...options]}
          onChange={(value) => show({ agent: value })}
        />
        <Select
          label={texts.priority}
          value={priority ?? ALL}
          options={withAll(
            texts.allPriorities,
            PRIORITIES.map(({ value, label }) => ({ value, label })),
          )}
          onChange={(next) =>
            show({ priority: PRIORITIES.find(({ value }) => value === next)?.value ?? null })
          }
        />
        <Select
          label={texts.range}
          value={range ?? ALL}
          options={withAll(texts.allTime, DATE_RANGES)}
          onChange={(next) => show({ range: DATE_RANGES.find(({ value }) => value === next)?.value ?? null })}
        />
      </div>
      <FilterChips items={chips} onClearAll={() => show(NO_FILTERS)} />
    </div>
  );
}
