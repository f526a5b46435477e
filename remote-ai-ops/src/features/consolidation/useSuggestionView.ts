/** The list's view in the address. */
import { startOfDay } from '@hindsight/shared-contracts/rules';
import {
  optionalParameter,
  textParameter,
  useListView,
  type ListView,
  type Parameter,
} from '@hindsight/shared-ui/data';
import { STATUSES } from '../../model/suggestionStatus';

/** The specification's pause between the last letter and the search. */
const SEARCH_DEBOUNCE_MS = 350;

/** A local day as `2026-01-31`. */
const DAY: Parameter<string> = {
  fallback: '',
  parse: (text) => (startOfDay(text) === null ? undefined : text),
  format: String,
};

const PARAMETERS = { status: optionalParameter(STATUSES), search: textParameter(), from: DAY, to: DAY };

/** The search text is applied after a pause; everything else at once. */
export const useSuggestionView = () => useListView(PARAMETERS, SEARCH_DEBOUNCE_MS);

export type SuggestionList = ListView<typeof PARAMETERS>;
