/** The filters of the center in the address. */
import { optionalParameter, textParameter, useListView, type ListView } from '@hindsight/shared-ui/data';
import { DATE_RANGES, PRIORITIES } from '../../model/optimization';

const PARAMETERS = {
  agent: textParameter(),
  priority: optionalParameter(PRIORITIES.map(({ value }) => value)),
  range: optionalParameter(DATE_RANGES.map(({ value }) => value)),
};

export const useOptimizationFilters = () => useListView(PARAMETERS);

export type OptimizationList = ListView<typeof PARAMETERS>;

/** A view without filters. */
export const NO_FILTERS = { agent: '', priority: null, range: null } as const;
