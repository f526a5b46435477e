/** Address parameters of the filters shared by all memory lists. */
import {
  choiceParameter,
  optionalParameter,
  textParameter,
  type ListView,
  type Parameter,
} from '@hindsight/shared-ui/data';
import {
  CHOICE_FILTERS,
  CHOICE_NAMES,
  isConversationFilter,
  type ChoiceFilter,
  type MemoryFilters,
} from '../../model/memoryFilters';
import { isTimeSpan } from '../../model/timeFilter';

const timeParameter: Parameter<string> = {
  fallback: '',
  parse: (text) => (isTimeSpan(text) ? text : undefined),
  format: (span) => span,
};

const choiceParameters = Object.fromEntries(
  CHOICE_NAMES.map((name) => [
    name,
    optionalParameter<string>(CHOICE_FILTERS[name].options.map(({ value }) => value)),
  ]),
) as unknown as { [Name in ChoiceFilter]: Parameter<MemoryFilters[Name]> };

export const FILTER_PARAMETERS = {
  search: textParameter(),
  agent: textParameter(),
  conversation: textParameter(isConversationFilter, (id) => id.trim().toLowerCase()),
  keyword: textParameter(),
  match: choiceParameter(['any', 'all'], 'any'),
  created: timeParameter,
  changed: timeParameter,
  retrieved: timeParameter,
  ...choiceParameters,
};

/** View of a memory list, whatever else it keeps in the address. */
export type FilteredList = ListView<typeof FILTER_PARAMETERS>;
