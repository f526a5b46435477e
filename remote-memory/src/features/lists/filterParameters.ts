/** The filters of every list of memories in the address. */
import { textParameter, type ListView } from '@hindsight/shared-ui/data';
import { isConversationFilter } from '../../model/memoryFilters';

export const FILTER_PARAMETERS = {
  search: textParameter(),
  agent: textParameter(),
  conversation: textParameter(isConversationFilter, (id) => id.trim().toLowerCase()),
};

/** A list of memories, whatever else it keeps in the address. */
export type FilteredList = ListView<typeof FILTER_PARAMETERS>;
