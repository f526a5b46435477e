/** Classifies a failed load for a page: missing permission, expired session, or retryable. */
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../api/client/errors';
import { useShell } from './context';

/** Whether the service refused because of the signed-in person's rights. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/**
 * Reports an expired session to the shell, which offers to sign in again. Other failures are shown in place, so that a page with four
 * failing parts does not raise four toasts.
 * @param action the attempted action, e.g. `load memory blocks`.
 */
export function useExpiredSession(error: unknown, action: string): void {
  const { toasts } = useShell();
  const report = useEffectEvent(() => toasts.apiError(error, action));
  useEffect(() => {
    if (error instanceof ApiError && error.status === 401) report();
  }, [error]);
}
