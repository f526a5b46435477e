/** Invitations to an organization, read from whatever the service sent; counted and filtered on the page. */
import type { InvitationStatus, Role } from '@hindsight/shared-contracts/api';
import { fields, firstText } from '@hindsight/shared-contracts/api/client';
import { listIn } from '@hindsight/shared-contracts/api/rows';
import { readRole } from './member';

export interface InvitationRow {
  id: string;
  email: string;
  role: Role;
  status: InvitationStatus;
  /** ISO times; empty when unknown. */
  createdAt: string;
  expiresAt: string;
}

/** What the tabs show, in their order. */
export const FILTERS = ['pending', 'accepted', 'revoked', 'expired', 'all'] as const;
export type InvitationFilter = (typeof FILTERS)[number];
export const FILTER_LABELS: Record<InvitationFilter, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  revoked: 'Revoked',
  expired: 'Expired',
  all: 'All',
};

export const EMAIL_REQUIRED = 'Email is required';
export const INVITATIONS_FAILED = 'Failed to fetch invitations';
export const SENT = 'Invitation sent';
export const RESENT = 'Invitation resent';
export const REVOKED = 'Invitation revoked';

/** As many invitations as one call brings. */
export const INVITATION_LIMIT = 1000;

const STATUSES: readonly InvitationStatus[] = ['pending', 'accepted', 'revoked', 'expired'];

/** A pending one whose time is over has expired, whether or not the service says so. */
function readStatus(value: unknown, expiresAt: string, now: number): InvitationStatus {
  const status = STATUSES.find((one) => one === value) ?? 'pending';
  return status === 'pending' && Date.parse(expiresAt) <= now ? 'expired' : status;
}

/** Newest first, whatever order they came in. */
export function readInvitations(answer: unknown, now = Date.now()): InvitationRow[] {
  const rows = listIn(answer).map((value): InvitationRow | null => {
    const row = fields(value);
    const id = firstText(row['id']);
    const expiresAt = firstText(row['expires_at']);
    if (id === '') return null;
    return {
      id,
      email: firstText(row['email']),
      role: readRole(row['role']),
      status: readStatus(row['status'], expiresAt, now),
      createdAt: firstText(row['created_at']),
      expiresAt,
    };
  });
  return rows
    .filter((row) => row !== null)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id));
}

export function filterInvitations(rows: readonly InvitationRow[], filter: InvitationFilter): InvitationRow[] {
  return rows.filter(({ status }) => filter === 'all' || status === filter);
}

/** How many stand behind each tab. */
export function countInvitations(rows: readonly InvitationRow[]): Record<InvitationFilter, number> {
  const counts = { pending: 0, accepted: 0, revoked: 0, expired: 0, all: rows.length };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

/** A new mail makes sense for a pending invitation only. */
export const mayResend = ({ status }: InvitationRow) => status === 'pending';
