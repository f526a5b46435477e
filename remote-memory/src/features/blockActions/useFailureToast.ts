/** Tells about a write that failed, in the words of the screen; an expired session in the shell's, with the way to sign in. */
import { useCallback } from 'react';
import { ApiError, isAbort } from '@hindsight/shared-contracts/api/client';
import { useShell } from '@hindsight/shared-contracts/shell';

/** @returns `(error, message)`; an abort says nothing. */
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
