/** Shows a toast for a failed write; for an expired session, the shell's own with a sign-in button. */
import { useCallback } from 'react';
import { ApiError, isAbort } from '@hindsight/shared-contracts/api/client';
import { useShell } from '@hindsight/shared-contracts/shell';

/** @returns `(error, message)`; aborts show nothing. */
export function useFailureToast(): (error: unknown, message: string) => void {
  const { toasts } = useShell();
  return useCallback(
    (error, message) => {
      if (isAbort(error)) return;
      if (error instanceof ApiError && error.status === 401) toasts.apiError(error, 'save changes');
      else toasts.show('error', message);
    },
    [toasts],
  );
}
