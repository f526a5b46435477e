/** What a person does about secrets: each change is carried out once and reloads what it may have changed. */
import { useCallback, useState } from 'react';
import type { SecretFinding, SecretMode, SecretState } from '@hindsight/shared-contracts/api';
import { useQueryClient, useScopedKey } from '@hindsight/shared-contracts/query';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useConfirm } from '@hindsight/shared-ui/data';
import { useWriteContext } from '../../api/memoryWrites';
import { chooseSecretMode, decideSecret, scanForSecrets } from '../../api/secrets';
import { useFailureToast } from '../blockActions/useFailureToast';
import { changeFailed, MASK_ONE, MASK_STORED, scanText } from './texts';

/** `isScanning` lasts until the whole workspace has been looked through. */
export function useSecretActions() {
  const { toasts } = useShell();
  const context = useWriteContext();
  const client = useQueryClient();
  const key = useScopedKey();
  const fail = useFailureToast();
  const confirm = useConfirm();
  const [isScanning, setScanning] = useState(false);

  const change = useCallback(
    async (work: () => Promise<unknown>) => {
      try {
        await work();
      } catch (error) {
        fail(error, changeFailed(describeError(error)));
      }
      await client.invalidateQueries({ queryKey: key() });
    },
    [client, key, fail],
  );

  return {
    isScanning,
    choose: async (mode: SecretMode) => {
      if (mode === 'mask' && !(await confirm({ ...MASK_STORED, confirmLabel: 'Redact', danger: true })))
        return;
      await change(() => chooseSecretMode(context, mode));
    },
    decide: async ({ id }: SecretFinding, state: SecretState) => {
      if (state === 'masked' && !(await confirm({ ...MASK_ONE, confirmLabel: 'Redact', danger: true })))
        return;
      await change(() => decideSecret(context, id, state));
    },
    scan: async () => {
      setScanning(true);
      await change(async () => {
        const job = await scanForSecrets(context);
        toasts.show(job.status === 'completed' ? 'success' : 'error', scanText(job));
      });
      setScanning(false);
    },
  };
}
