/** When a failed read is worth another try by itself. */
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';

/** Tries after the first one. */
const QUERY_RETRIES = 1;

/** A gateway without its service or a lost connection may be back at once; an answer about the request itself will not change. */
export function retryQuery(failures: number, error: Error): boolean {
  if (failures >= QUERY_RETRIES) return false;
  return (
    error instanceof NetworkError || (error instanceof ApiError && [502, 503, 504].includes(error.status))
  );
}
