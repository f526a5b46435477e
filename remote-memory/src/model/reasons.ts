/** Says in a few words why a call failed, for the spec's sentences that end with `{reason}`. */
import { ApiError, isAbort, NetworkError } from '@hindsight/shared-contracts/api/client';

export { isUncertain } from '@hindsight/shared-contracts/api/lost';

/** The server's own sentence where it sent one. */
export function reasonOf(error: unknown): string {
  if (isAbort(error)) return 'Cancelled while it was under way.';
  if (error instanceof ApiError && error.detail === null && error.status >= 500) {
    return 'The service ran into an error.';
  }
  return error instanceof Error ? error.message : 'Unknown error';
}

/** Whether the next call of a batch would fail for the same reason: no connection, or no session any more. */
export function isFatal(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status === 401);
}
