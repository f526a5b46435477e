/** View of the archive, kept in the address. */
import { choiceParameter, useListView } from '@hindsight/shared-ui/data';
import { ARCHIVED_DEBOUNCE_MS, ARCHIVED_PAGE_SIZES, ARCHIVED_SORTS } from '../../model/archivedView';
import { FILTER_PARAMETERS } from '../lists/filterParameters';

const PARAMETERS = {
  ...FILTER_PARAMETERS,
  size: choiceParameter<number>(ARCHIVED_PAGE_SIZES, ARCHIVED_PAGE_SIZES[0]),
  sort: choiceParameter(
    ARCHIVED_SORTS.map(({ value }) => value),
    'recent',
  ),
};

/** Text input is debounced; everything else applies immediately. */
export const useArchivedView = () => useListView(PARAMETERS, ARCHIVED_DEBOUNCE_MS);

export type ArchivedList = ReturnType<typeof useArchivedView>;
