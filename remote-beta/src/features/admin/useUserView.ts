/** The console's view in the URL: search, status, order and page. */
import type { BetaUserSort } from '@hindsight/shared-contracts/api';
import { choiceParameter, optionalParameter, textParameter, useListView } from '@hindsight/shared-ui/data';
import { STATUSES } from '../../model/betaStatus';

export const PAGE_SIZE = 25;
const SEARCH_DEBOUNCE_MS = 300;
const SORTS: readonly BetaUserSort[] = ['email', 'display_name', 'status', 'requested_at'];

const PARAMETERS = {
  search: textParameter(),
  status: optionalParameter(STATUSES),
  sort: choiceParameter(SORTS, 'email'),
  order: choiceParameter(['asc', 'desc'], 'asc'),
};

/** The search text is debounced; everything else applies immediately. */
export const useUserView = () => useListView(PARAMETERS, SEARCH_DEBOUNCE_MS);

export type UserList = ReturnType<typeof useUserView>;
export type UserView = UserList['view'];
