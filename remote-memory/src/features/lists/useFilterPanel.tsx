/** Filter panel of a list with its toggle button, which shows the number of active filters. */
import { useId, useState, type ReactNode } from 'react';
import { Button, Icon } from '@hindsight/shared-ui/core';
import { activeFilters } from '../../model/memoryFilters';
import type { FilteredList } from './filterParameters';
import { FilterPanel, type FilterCounts } from './FilterPanel';
import { filtersText } from './texts';

/** Filters that are in the bar unless the panel contains them. */
const IN_BAR = new Set(['agent', 'conversation']);

interface FilterTools {
  /** Narrow bars show their own filters only while the panel is open. */
  isOpen: boolean;
  toggle: ReactNode;
  panel: ReactNode;
}

interface FilterOptions {
  /** Filters that this list puts in the panel and other lists put in the bar. */
  first?: (counts: FilterCounts | undefined) => ReactNode;
  /** Filters specific to this list. */
  last?: ReactNode;
}

export function useFilterPanel(list: FilteredList, { first, last }: FilterOptions = {}): FilterTools {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = activeFilters(list.view).filter((name) => first || !IN_BAR.has(name)).length;
  return {
    isOpen,
    toggle: (
      <Button
        icon={<Icon name="filter" />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {filtersText(count)}
      </Button>
    ),
    panel: isOpen && (
      <FilterPanel id={id} list={list} first={first} isCounted={first !== undefined}>
        {last}
      </FilterPanel>
    ),
  };
}
