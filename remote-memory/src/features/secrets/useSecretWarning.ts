/** Warns before saving a text with a secret. Detection is left to the service. */
import { useConfirm } from '@hindsight/shared-ui/data';
import { useWriteContext } from '../../api/memoryWrites';
import { checkForSecrets } from '../../api/secrets';
import { saveConfirmation } from './texts';

/** Asks for confirmation if the texts contain a secret; resolves with whether to save. If the check fails, the save itself decides. */
export function useSecretWarning() {
  const context = useWriteContext();
  const confirm = useConfirm();
  return async (texts: Parameters<typeof checkForSecrets>[1]): Promise<boolean> => {
    if (Object.keys(texts).length === 0) return true;
    const check = await checkForSecrets(context, texts).catch(() => null);
    if (!check || check.found.length === 0) return true;
    const isRefused = check.mode === 'refuse';
    const goesOn = await confirm({
      ...saveConfirmation(check),
      confirmLabel: isRefused ? 'Edit the text' : 'Save',
      cancelLabel: isRefused ? 'Close' : 'Edit the text',
    });
    return goesOn && !isRefused;
  };
}
