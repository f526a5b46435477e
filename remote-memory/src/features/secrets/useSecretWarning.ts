/** Warns before a text with a secret is saved. The service finds it: the page has no rules of its own. */
import { useConfirm } from '@hindsight/shared-ui/data';
import { useWriteContext } from '../../api/memoryWrites';
import { checkForSecrets } from '../../api/secrets';
import { beforeSaving } from './texts';

/** Asks the person when the texts hold a secret; answers whether to save. Where the check fails, the write itself decides. */
export function useSecretWarning() {
  const context = useWriteContext();
  const confirm = useConfirm();
  return async (texts: Parameters<typeof checkForSecrets>[1]): Promise<boolean> => {
    if (Object.keys(texts).length === 0) return true;
    const check = await checkForSecrets(context, texts).catch(() => null);
    if (!check || check.found.length === 0) return true;
    const isRefused = check.mode === 'refuse';
    const goesOn = await confirm({
      ...beforeSaving(check),
      confirmLabel: isRefused ? 'Edit the text' : 'Save',
      cancelLabel: isRefused ? 'Close' : 'Edit the text',
    });
    return goesOn && !isRefused;
  };
}
