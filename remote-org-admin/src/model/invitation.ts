/** Invitations to an organization, filtered and counted on the page. */
import type { Invitation, InvitationStatus } from '@hindsight/shared-contracts/api';

export type InvitationFilter = InvitationStatus | 'all';
/** The tabs, in their order. */
export const FILTERS: readonly InvitationFilter[] = ['pending', 'accepted', 'revoked', 'expired', 'all'];

/** The most invitations of one call. */
export const INVITATION_LIMIT = 1000;
/** The most audit entries of one call. */
export const AUDIT_LIMIT = 200;

/** Newest first, whatever order they came in. A pending one that expires while the page is open counts as expired. */
export function sortInvitations(rows: readonly Invitation[], now = Date.now()): Invitation[] {
  return rows
    .map((row): Invitation => {
      const isExpired = row.status === 'pending' && Date.parse(row.expires_at) <= now;
      return isExpired ? { ...row, status: 'expired' } : row;
    })
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id));
}

/** The invitations of one tab. */
export function filterInvitations(rows: readonly Invitation[], filter: InvitationFilter): Invitation[] {
  return rows.filter(({ status }) => filter === 'all' || status === filter);
}

/** The number of invitations behind each tab. */
export function countInvitations(rows: readonly Invitation[]): Record<InvitationFilter, number> {
  const counts = { pending: 0, accepted: 0, revoked: 0, expired: 0, all: rows.length };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}
