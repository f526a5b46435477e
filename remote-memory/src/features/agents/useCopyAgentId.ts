/** Copies an agent's ID and confirms with a toast. */
import { useCallback } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { copyText } from '@hindsight/shared-ui/core';
import { ID_COPIED, ID_COPY_FAILED } from './texts';

export function useCopyAgentId(): (id: string) => Promise<void> {
  const { toasts } = useShell();
  return useCallback(
    async (id) => {
      if (await copyText(id)) toasts.show('success', ID_COPIED);
      else toasts.show('error', ID_COPY_FAILED);
    },
    [toasts],
  );
}
