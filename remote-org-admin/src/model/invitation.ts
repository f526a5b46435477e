/** Invitations to an organization, filtered and counted in the browser. */
import type { Invitation, InvitationStatus } from '@hindsight/shared-contracts/api';

export type InvitationFilter = InvitationStatus | 'all';
/** The tabs, in display order. */
export const FILTERS: readonly InvitationFilter[] = ['pending', 'accepted', 'revoked', 'expired', 'all'];

/** The invitations of one tab. */
export function filterInvitations(rows: readonly Invitation[], filter: InvitationFilter): Invitation[] {
  return rows.filter(({ status }) => filter === 'all' || status === filter);
}

/** Number of invitations per tab. */
export function countInvitations(rows: readonly Invitation[]): Record<InvitationFilter, number> {
  const counts = { pending: 0, accepted: 0, revoked: 0, expired: 0, all: rows.length };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}
