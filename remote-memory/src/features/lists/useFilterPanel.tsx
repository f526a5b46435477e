/** The filters of a list that are opened by a button, which counts those that are on. */
import { useId, useState, type ReactNode } from 'react';
import { Button, Icon } from '@hindsight/shared-ui/core';
import { activeFilters } from '../../model/memoryFilters';
import type { FilteredList } from './filterParameters';
import { FilterPanel, type FilterCounts } from './FilterPanel';
import { filtersText } from './texts';

/** Filters that a bar shows itself, where the panel does not. */
const IN_BAR = new Set(['agent', 'conversation']);

interface FilterTools {
  /** A narrow bar shows its own filters only then. */
  isOpen: boolean;
  toggle: ReactNode;
  panel: ReactNode;
}

interface FilterOptions {
  /** Filters that this list has in the panel and others in their bar. */
  first?: (counts: FilterCounts | undefined) => ReactNode;
  /** Filters that only this list has. */
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
