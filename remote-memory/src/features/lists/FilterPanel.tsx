/** Filter panel of a memory list: times, keywords, choices, and filters specific to the list. */
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Select, SelectMany, Segmented, DateRange } from '@hindsight/shared-ui/data';
import { useAnalytics } from '../../api/analytics';
import { useKeywords } from '../../api/keywords';
import { CHOICE_FILTERS, CHOICE_NAMES, splitIds, TIMES, type ChoiceFilter } from '../../model/memoryFilters';
import styles from './FilterPanel.module.css';
import type { FilteredList } from './filterParameters';
import {
  countedLabel,
  ANY_KEYWORD,
  keywordName,
  LOADING,
  MATCHES,
  NO_KEYWORDS,
  ANY_TIME,
  CHOSEN_DAYS,
} from './texts';
import { endOfDay, localDay, startOfDay } from '@hindsight/shared-contracts/rules';
import { betweenDays, parseDays, spanText, TIME_SPANS } from '../../model/timeFilter';

interface TimeFilterProps {
  /** Name of the filtered time, e.g. `Created`. */
  label: string;
  value: string;
  onChange(span: string): void;
}

const ANY = 'any';
const DAYS = 'days';
const SPANS = [
  { value: ANY, label: ANY_TIME },
  ...TIME_SPANS.map(({ value, label }) => ({ value, label })),
  { value: DAYS, label: CHOSEN_DAYS },
];

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Filter by a timestamp of a memory: any time, a recent time span, or a custom range of days. */
function TimeFilter({ label, value, onChange }: TimeFilterProps) {
  const days = parseDays(value);
  const [isChoosing, setChoosing] = useState(false);
  const showsDays = days !== null || (isChoosing && value === '');
  const isListed = showsDays || value === '' || TIME_SPANS.some((span) => span.value === value);
  // A link may name a moment that is not among the listed spans.
  const options = isListed ? SPANS : [...SPANS, { value, label: capitalized(spanText(value)) }];
  return (
    <>
      <Select
        className={styles.control}
        label={label}
        value={showsDays ? DAYS : value || ANY}
        options={options}
        onChange={(next) => {
          setChoosing(next === DAYS);
          onChange(next === ANY || next === DAYS ? '' : next);
        }}
      />
      {showsDays && (
        <DateRange
          label={label}
          value={{ from: startOfDay(days?.from ?? ''), to: endOfDay(days?.to ?? '') }}
          onChange={({ from, to }) => onChange(betweenDays(localDay(from ?? ''), localDay(to ?? '')))}
        />
      )}
    </>
  );
}

interface FilterPanelProps {
  id: string;
  list: FilteredList;
  /** Filters placed before the others. */
  first?: ((counts: FilterCounts | undefined) => ReactNode) | undefined;
  /** Whether options show their number of memories. */
  isCounted: boolean;
  /** Filters specific to this list. */
  children?: ReactNode;
}

/** Number of memories in the workspace per filter value. */
export interface FilterCounts {
  agents: ReadonlyMap<string, number>;
  keywords: ReadonlyMap<string, number>;
  feedback: Readonly<Record<string, number>>;
}

function useCounts(enabled: boolean): FilterCounts | undefined {
  const { data } = useAnalytics(enabled);
  return useMemo(
    () =>
      data && {
        agents: new Map(data.agents.map((one) => [one.agent_id, one.memory_block_count])),
        keywords: new Map(data.keywords.map((one) => [one.keyword_id, one.usage_count])),
        feedback: data.feedback,
      },
    [data],
  );
}

/** A filter with its label above it. */
export function Filter({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.filter}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      {children}
    </div>
  );
}

export function FilterPanel({ id, list: { view, show }, first, isCounted, children }: FilterPanelProps) {
  const counts = useCounts(isCounted);
  const choiceCounts: { [Name in ChoiceFilter]?: FilterCounts['feedback'] | undefined } = {
    feedback: counts?.feedback,
  };
  const keywords = useKeywords();
  const chosen = splitIds(view.keyword);
  const options = useMemo(() => {
    const known = keywords.data ?? [];
    const missing = splitIds(view.keyword).filter((one) => !known.some((keyword) => keyword.id === one));
    return [
      ...missing.map((one) => ({ value: one, label: keywordName(one, known) })),
      ...known.map(({ id: value, text }) => ({
        value,
        label: countedLabel(text, counts?.keywords.get(value)),
      })),
    ];
  }, [keywords.data, view.keyword, counts]);
  return (
    <div id={id} role="group" aria-label="Filters" className={styles.panel}>
      {first?.(counts)}
      {TIMES.map(({ key, label }) => (
        <Filter key={key} label={label}>
          <TimeFilter label={label} value={view[key]} onChange={(span) => show({ [key]: span })} />
        </Filter>
      ))}
      <Filter label="Keywords">
        <SelectMany
          className={styles.control}
          label="Keywords"
          placeholder={ANY_KEYWORD}
          value={chosen}
          options={options}
          emptyText={keywords.isPending ? LOADING : NO_KEYWORDS}
          onChange={(ids) => show({ keyword: ids.join(',') })}
        />
        {chosen.length > 1 && (
          <Segmented
            label="Memories have"
            value={view.match}
            options={MATCHES}
            onChange={(match) => show({ match })}
          />
        )}
      </Filter>
      {CHOICE_NAMES.map((name) => {
        const { label, any, options } = CHOICE_FILTERS[name];
        return (
          <Filter key={name} label={label}>
            <Select
              className={styles.control}
              label={label}
              value={view[name] ?? ''}
              options={[{ value: '', label: any }, ...options].map((one) => ({
                value: one.value,
                label: countedLabel(one.label, choiceCounts[name]?.[one.value]),
              }))}
              onChange={(value) =>
                show({ [name]: options.find((one) => one.value === value)?.value ?? null })
              }
            />
          </Filter>
        );
      })}
      {children}
    </div>
  );
}
