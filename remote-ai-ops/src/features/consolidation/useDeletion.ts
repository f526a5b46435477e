/** Deletes suggestions after confirmation; toasts report failures. */
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useConfirm } from '@hindsight/shared-ui/data';
import { deleteSuggestion } from '../../api/suggestions';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { forEachLimited } from '../../model/forEachLimited';
import { consolidationTexts } from './texts';

const { deletion, signIn } = consolidationTexts;

/** @param onDeleted receives the deleted ids. */
export function useDeletion(onDeleted: (ids: string[]) => void): (ids: readonly string[]) => Promise<void> {
  const { api, guardWrite, toasts } = useShell();
  const confirm = useConfirm();
  const invalidateLists = useInvalidateLists();
  return async (ids) => {
    if (ids.length === 0 || !guardWrite(signIn.delete)) return;
    const isSure = await confirm({
      title: deletion.title(ids.length),
      message: deletion.message(ids.length),
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    const failed = await forEachLimited(ids, (id) => deleteSuggestion(api, id));
    const gone = ids.filter((id) => !failed.some((one) => one.id === id));
    if (gone.length > 0) toasts.show('success', deletion.done(gone.length));
    if (failed[0]) toasts.show('error', deletion.failed(failed.length, describeError(failed[0].error)));
    await invalidateLists();
    if (gone.length > 0) onDeleted(gone);
  };
}
