/** Saves, updates and deletes views, and shows the outcome in a toast. */
import type { SavedView, SavedViewInput } from '@hindsight/shared-contracts/api';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useWriteContext } from '../../api/memoryWrites';
import { deleteView, pinView, saveView, useReloadSavedViews } from '../../api/savedViews';
import { useFailureToast } from '../blockActions/useFailureToast';
import type { Outcome } from '../lists/useListWrites';
import {
  deletedText,
  deleteFailed,
  pinFailed,
  pinnedText,
  unpinnedText,
  savedText,
  saveFailed,
  SIGN_IN_TO_SAVE,
} from './texts';

export function useSavedViewWrites() {
  const { guardWrite, toasts } = useShell();
  const context = useWriteContext();
  const reload = useReloadSavedViews();
  const fail = useFailureToast();

  async function attempt(failed: (reason: string) => string, work: () => Promise<unknown>): Promise<Outcome> {
    if (!guardWrite(SIGN_IN_TO_SAVE)) return SIGN_IN_TO_SAVE;
    try {
      await work();
      return null;
    } catch (error) {
      const reason = describeError(error);
      fail(error, failed(reason));
      return reason;
    } finally {
      await reload();
    }
  }

  /** Saves a new view, or updates the one with the ID. */
  async function save(input: SavedViewInput, id?: string): Promise<Outcome> {
    const failed = await attempt(saveFailed, () => saveView(context, input, id));
    if (failed === null) toasts.show('success', savedText(input.name));
    return failed;
  }

  return {
    save,
    /** @param id null for memories that are new since the last visit. */
    async pin(id: string | null, name: string, isPinned: boolean): Promise<void> {
      const failed = await attempt(pinFailed, () => pinView(context, id, isPinned));
      if (failed === null) toasts.show('success', isPinned ? pinnedText(name) : unpinnedText(name));
    },
    /** Undo saves the view again and restores its pin. */
    async remove({ id, name, parameters, is_shared, is_pinned }: SavedView): Promise<void> {
      const failed = await attempt(deleteFailed, () => deleteView(context, id));
      if (failed !== null) return;
      const restore = async () => {
        const restored = await saveView(context, { name, parameters, is_shared });
        if (is_pinned) await pinView(context, restored.id, true);
      };
      const undo = () =>
        void attempt(saveFailed, restore).then((kept) => {
          if (kept === null) toasts.show('success', savedText(name));
        });
      toasts.show('success', deletedText(name), { action: { label: 'Undo', run: undo } });
    },
  };
}

export type SavedViewWrites = ReturnType<typeof useSavedViewWrites>;
