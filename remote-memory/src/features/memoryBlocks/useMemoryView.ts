/** The memory list's view in the address. */
import { choiceParameter, useListView } from '@hindsight/shared-ui/data';
import { FILTER_DEBOUNCE_MS, SORTS } from '../../model/memoryFilters';
import { SEARCH_MODES } from '../../model/searchModes';
import { FILTER_PARAMETERS } from '../lists/filterParameters';

const PARAMETERS = {
  ...FILTER_PARAMETERS,
  sort: choiceParameter(
    SORTS.map(({ value }) => value),
    'recent',
  ),
  mode: choiceParameter(
    SEARCH_MODES.map(({ value }) => value),
    'hybrid',
  ),
  archived: choiceParameter(['without', 'with'], 'without'),
};

/** Filters wait for a pause before they are applied; sort and mode are applied at once. */
export const useMemoryView = () => useListView(PARAMETERS, FILTER_DEBOUNCE_MS);

export type MemoryList = ReturnType<typeof useMemoryView>;
