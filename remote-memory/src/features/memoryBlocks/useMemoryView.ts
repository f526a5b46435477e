/** View of the memory list, kept in the address. */
import { useState } from 'react';
import { usePreference } from '@hindsight/shared-contracts/shell';
import { choiceParameter, useListView } from '@hindsight/shared-ui/data';
import { FILTER_DEBOUNCE_MS, PAGE_SIZE, PAGE_SIZES, SORTS } from '../../model/memoryFilters';
import { SEARCH_MODES } from '../../model/searchModes';
import { FILTER_PARAMETERS } from '../lists/filterParameters';

export const MEMORY_PARAMETERS = {
  ...FILTER_PARAMETERS,
  sort: choiceParameter(
    SORTS.map(({ value }) => value),
    'recent',
  ),
  mode: choiceParameter(
    SEARCH_MODES.map(({ value }) => value),
    'hybrid',
  ),
  size: choiceParameter<number>(PAGE_SIZES, PAGE_SIZE),
  archived: choiceParameter(['without', 'with'], 'without'),
  weaker: choiceParameter(['hidden', 'shown'], 'hidden'),
};

/**
 * Filters are debounced; sort and mode apply immediately. If the address names no page size, the last one selected in
 * this browser applies.
 */
export function useMemoryView() {
  const [kept, keep] = usePreference('memory-blocks.size', [String(PAGE_SIZE), ...PAGE_SIZES.map(String)]);
  // Fixed for this visit: sizes selected during it are in the address.
  const [parameters] = useState(() => ({
    ...MEMORY_PARAMETERS,
    size: choiceParameter<number>(PAGE_SIZES, Number(kept)),
  }));
  const list = useListView(parameters, FILTER_DEBOUNCE_MS);
  const show: typeof list.show = (change) => {
    if (change.size !== undefined && change.size !== list.view.size) keep(String(change.size));
    list.show(change);
  };
  return { ...list, show };
}

export type MemoryList = ReturnType<typeof useMemoryView>;
