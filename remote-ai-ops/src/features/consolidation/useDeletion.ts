/** Deletes suggestions after a question; those that could not be deleted are told. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { useConfirm } from '@hindsight/shared-ui/dialog';
import { deleteSuggestion } from '../../api/suggestions';
import { eachOf } from '../../model/eachOf';
import { reasonOf } from '../../model/failure';
import { useForgetLists } from '../jobs/useRuns';

const suggestions = (count: number) =>
  count === 1 ? '1 suggestion' : `${count.toLocaleString()} suggestions`;

/** @param onDeleted told the ids that are gone. */
export function useDeletion(onDeleted: (ids: string[]) => void): (ids: readonly string[]) => Promise<void> {
  const { api, guardWrite, toasts } = useShell();
  const confirm = useConfirm();
  const forgetLists = useForgetLists();
  return async (ids) => {
    if (ids.length === 0 || !guardWrite('Sign in to delete suggestions.')) return;
    const isSure = await confirm({
      title: `Delete ${suggestions(ids.length)}?`,
      message: `Are you sure you want to delete ${suggestions(ids.length)}? The memories stay as they are. This action cannot be undone.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    const failed = await eachOf(ids, (id) => deleteSuggestion(api, id));
    const gone = ids.filter((id) => !failed.some((one) => one.id === id));
    if (gone.length > 0) toasts.show('success', `Deleted ${suggestions(gone.length)}.`);
    if (failed[0]) {
      toasts.show('error', `Failed to delete ${suggestions(failed.length)}: ${reasonOf(failed[0].error)}`);
    }
    await forgetLists();
    if (gone.length > 0) onDeleted([...gone]);
  };
}
