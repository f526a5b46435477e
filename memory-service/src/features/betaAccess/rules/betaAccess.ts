/** Rules of the beta-access program. */
import type { BetaAccessStatus } from '@hindsight/shared-contracts/api';

export const ALREADY_REQUESTED = 'Request already exists or accepted.';

/** A person may ask unless a request is waiting or was granted; denied and revoked people may ask again. */
export function mayRequestAccess(status: BetaAccessStatus): boolean {
  return status !== 'pending' && status !== 'accepted';
}
