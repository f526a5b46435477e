/** Rules of the beta-access program. */
import type { BetaAccessStatus } from '@hindsight/shared-contracts/api';

export const ALREADY_REQUESTED = 'Request already exists or accepted.';

/** Denied and revoked people may request access again; a pending or granted request blocks another one. */
export function mayRequestAccess(status: BetaAccessStatus): boolean {
  return status !== 'pending' && status !== 'accepted';
}
