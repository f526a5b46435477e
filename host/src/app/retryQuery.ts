/** When a failed read is worth another try by itself. */
import { isServiceAway } from '@hindsight/shared-contracts/api/client';

/** Tries after the first one. */
const QUERY_RETRIES = 1;

/** A service that is away may be back at once; an answer about the request itself will not change. */
export const retryQuery = (failures: number, error: Error): boolean =>
  failures < QUERY_RETRIES && isServiceAway(error);
