/** The last bulk edit of the workspace in this page, so that it can be undone after its dialog has closed. */
import type { BlockEdit } from '@hindsight/shared-contracts/api';
import { scopeKey, type ActiveScope } from '@hindsight/shared-contracts/events';
import { useQuery, useQueryClient } from '@hindsight/shared-contracts/query';

export interface LastEdit {
  /** What was done, e.g. `800 memories moved`. */
  text: string;
  undo: readonly BlockEdit[];
}

/** An entry of the query cache: it goes with the rest when the person signs out. Null without one. */
export function useLastEdit(scope: ActiveScope) {
  const client = useQueryClient();
  const queryKey = [scopeKey(scope), 'last-bulk-edit'];
  const { data: lastEdit } = useQuery<LastEdit | null>({
    queryKey,
    queryFn: () => null,
    initialData: null,
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return { lastEdit, keepEdit: (edit: LastEdit | null) => void client.setQueryData(queryKey, edit) };
}
