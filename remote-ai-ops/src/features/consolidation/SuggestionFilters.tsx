/** Filters of the list: status, search and date range. */
import { endOfDay, localDay, startOfDay } from '@hindsight/shared-contracts/rules';
import {
  DateRange,
  FilterChips,
  ListSearch,
  optionalParameter,
  Segmented,
  textParameter,
  useListView,
  type ListView,
  type Parameter,
} from '@hindsight/shared-ui/data';
import { STATUSES, statusDisplay } from '../../model/suggestionStatus';
import { NO_FILTERS } from '../../model/suggestionView';
import { consolidationTexts } from './texts';
import styles from './SuggestionFilters.module.css';

/** Search debounce of the specification. */
const SEARCH_DEBOUNCE_MS = 350;

/** A local day as `2026-01-31`. */
const DAY: Parameter<string> = {
  fallback: '',
  parse: (text) => (startOfDay(text) === null ? undefined : text),
  format: String,
};

const PARAMETERS = { status: optionalParameter(STATUSES), search: textParameter(), from: DAY, to: DAY };

/** The search text is debounced; everything else applies immediately. */
export const useSuggestionView = () => useListView(PARAMETERS, SEARCH_DEBOUNCE_MS);

type SuggestionList = ListView<typeof PARAMETERS>;

const ALL = 'all';
const OPTIONS = [
  { value: ALL, label: 'All' },
  ...STATUSES.map((status) => ({ value: status, label: statusDisplay(status).label })),
];

/** Shows a chip for each active filter. */
export function SuggestionFilters({ list }: { list: SuggestionList }) {
  const { view, show } = list;
  const { status, search, from, to } = view;
  const chips = [
    {
      key: 'status',
      label: status && `Status: ${statusDisplay(status).label}`,
      onRemove: () => show({ status: null }),
    },
    { key: 'search', label: search && `Search: ${search}`, onRemove: () => show({ search: '' }) },
    { key: 'from', label: from && `From ${from}`, onRemove: () => show({ from: '' }) },
    { key: 'to', label: to && `To ${to}`, onRemove: () => show({ to: '' }) },
  ].flatMap(({ label, ...chip }) => (label ? [{ ...chip, label }] : []));
  return (
    <div className={styles.filters}>
      <div className={styles.row}>
        <Segmented
          label="Status"
          value={status ?? ALL}
          options={OPTIONS}
          onChange={(value) => show({ status: STATUSES.find((one) => one === value) ?? null })}
        />
        <div className={styles.search}>
          <ListSearch list={list} label={consolidationTexts.search} />
        </div>
        <DateRange
          label={consolidationTexts.suggestedDays}
          value={{ from: startOfDay(from), to: endOfDay(to) }}
          onChange={(days) => show({ from: localDay(days.from ?? ''), to: localDay(days.to ?? '') })}
        />
      </div>
      {chips.length > 0 && <FilterChips items={chips} onClearAll={() => show(NO_FILTERS)} />}
    </div>
  );
}
