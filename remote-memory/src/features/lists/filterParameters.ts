/** The filters of every list of memories in the address. */
import {
  choiceParameter,
  optionalParameter,
  textParameter,
  type ListView,
  type Parameter,
} from '@hindsight/shared-ui/data';
import { FEEDBACK_FILTERS, isConversationFilter, ORIGINS } from '../../model/memoryFilters';
import { isTimeSpan } from '../../model/timeFilter';

const timeParameter: Parameter<string> = {
  fallback: '',
  parse: (text) => (isTimeSpan(text) ? text : undefined),
  format: (span) => span,
};

export const FILTER_PARAMETERS = {
  search: textParameter(),
  agent: textParameter(),
  conversation: textParameter(isConversationFilter, (id) => id.trim().toLowerCase()),
  keyword: textParameter(),
  match: choiceParameter(['any', 'all'], 'any'),
  created: timeParameter,
  changed: timeParameter,
  retrieved: timeParameter,
  feedback: optionalParameter(FEEDBACK_FILTERS.map(({ value }) => value)),
  origin: optionalParameter(ORIGINS.map(({ value }) => value)),
};

/** A list of memories, whatever else it keeps in the address. */
export type FilteredList = ListView<typeof FILTER_PARAMETERS>;
