/** What a failed load means for a page: missing permission, an expired session, or something to retry. */
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../api/client/errors';
import { useShell } from './context';

/** Whether the service refused because of who is signed in. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/**
 * Reports an expired session to the shell, which offers to sign in again. Every other failure is shown where it
 * happened, so that a page with four failing parts does not raise four toasts.
 * @param action what was tried, e.g. `load memory blocks`.
 */
export function useExpiredSession(error: unknown, action: string): void {
  const { toasts } = useShell();
  const report = useEffectEvent(() => toasts.apiError(error, action));
  useEffect(() => {
    if (error instanceof ApiError && error.status === 401) report();
  }, [error]);
}
