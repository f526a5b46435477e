/** Notifies about a failed write by the screen's message; about an expired session by the shell's, which offers to sign in. */
import { useCallback } from 'react';
import { ApiError, isAbort } from '@hindsight/shared-contracts/api/client';
import { useShell } from '@hindsight/shared-contracts/shell';

/** @returns `(error, message)`; an abort is not notified. */
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
