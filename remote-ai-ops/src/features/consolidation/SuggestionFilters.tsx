/** The filters of the list: status, search, days. */
import { DateRange, FilterChips, SearchBox, Segmented } from '@hindsight/shared-ui/data';
import { useEffect, useEffectEvent, useState } from 'react';
import { readStatus, statusLook, STATUSES } from '../../model/suggestionStatus';
import { dayOf, edgeOfDay, isFiltered, type SuggestionView } from '../../model/suggestionView';
import styles from './SuggestionFilters.module.css';

const ALL = 'all';
const FILTERS = [{ value: ALL, label: 'All' }, ...STATUSES.map(({ value, label }) => ({ value, label }))];

/** Milliseconds between the last letter and the search. */
export const SEARCH_AFTER_MS = 350;

interface SuggestionFiltersProps {
  view: SuggestionView;
  onFilter(part: Partial<Omit<SuggestionView, 'page'>>): void;
  onClear(): void;
}

/** The search box is ahead of the address by the time of a thought; a change of the address from elsewhere wins. */
function useSearchText(search: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  if (search !== known) {
    setKnown(search);
    if (search !== text.trim()) setText(search);
  }
  const send = useEffectEvent(onSearch);
  useEffect(() => {
    if (text.trim() === search) return;
    const timer = setTimeout(() => send(text.trim()), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, search]);
  return [text, setText] as const;
}

/** Each filter that is on has a chip. */
export function SuggestionFilters({ view, onFilter, onClear }: SuggestionFiltersProps) {
  const [text, setText] = useSearchText(view.search, (search) => onFilter({ search }));
  const chips = [
    ...(view.status
      ? [
          {
            key: 'status',
            label: `Status: ${statusLook(view.status).label}`,
            onRemove: () => onFilter({ status: null }),
          },
        ]
      : []),
    ...(view.search
      ? [{ key: 'search', label: `Search: ${view.search}`, onRemove: () => onFilter({ search: '' }) }]
      : []),
    ...(view.from
      ? [{ key: 'from', label: `From ${view.from}`, onRemove: () => onFilter({ from: '' }) }]
      : []),
    ...(view.to ? [{ key: 'to', label: `To ${view.to}`, onRemove: () => onFilter({ to: '' }) }] : []),
  ];
  return (
    <div className={styles.filters}>
      <div className={styles.row}>
        <Segmented
          label="Status"
          value={view.status ?? ALL}
          options={FILTERS}
          onChange={(value) => onFilter({ status: readStatus(value) })}
        />
        <div className={styles.search}>
          <SearchBox label="Search suggestions" value={text} onChange={setText} />
        </div>
        <DateRange
          label="Suggested"
          value={{
            from: view.from ? edgeOfDay(view.from, 'start') : null,
            to: view.to ? edgeOfDay(view.to, 'end') : null,
          }}
          onChange={({ from, to }) => onFilter({ from: dayOf(from), to: dayOf(to) })}
        />
      </div>
      {isFiltered(view) && <FilterChips items={chips} onClearAll={onClear} />}
    </div>
  );
}
