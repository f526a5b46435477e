/** The last bulk edit of the workspace, so that it can be undone after its dialog has closed and after the page was left. */
import type { BlockEdit } from '@hindsight/shared-contracts/api';
import { scopeKey, type ActiveScope } from '@hindsight/shared-contracts/events';
import { useQueryClient, useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { loadLatestEdit } from '../../api/editMemories';
import { doneText } from '../../model/bulkEdit';
import { EDIT_TEXTS } from './texts';

export interface LastEdit {
  id: string;
  /** What was done, e.g. `800 memories moved`. */
  text: string;
  /** Null when the service has it. */
  undo: readonly BlockEdit[] | null;
}

/** An entry of the query cache: it goes with the rest when the person signs out. Null without one. */
export function useLastEdit(scope: ActiveScope) {
  const client = useQueryClient();
  const { session } = useShell();
  const { data: lastEdit = null } = useScopedQuery<LastEdit | null>({
    key: ['last-bulk-edit'],
    load: async (api, signal) => {
      const kept = await loadLatestEdit(api, signal);
      if (!kept) return null;
      const text = kept.undone ? EDIT_TEXTS.notUndone(kept.memories) : doneText(kept.change, kept.memories);
      return { id: kept.edit_id, text, undo: null };
    },
    enabled: session.user !== null,
  });
  const keepEdit = (edit: LastEdit | null) =>
    void client.setQueryData([scopeKey(scope), 'last-bulk-edit'], edit);
  return { lastEdit, keepEdit };
}
