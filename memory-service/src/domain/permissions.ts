/** Who may do what: the one place of the rules, pure, for single resources and for lists alike. */
import type { VisibilityScope } from '@hindsight/shared-contracts/api';
import type { Person, Principal } from './principal';
import type { Scope } from './scope';

/** Allowed, or refused with the answer that the caller gets. */
export type Verdict =
  { allowed: true } | { allowed: false; status: 401 | 403; detail: string; code?: string };

const ALLOWED: Verdict = { allowed: true };

/** Where a row belongs. */
export interface Ownership {
  visibilityScope: VisibilityScope;
  ownerUserId: string | null;
  organizationId: string | null;
}

/** Which rows a list may hold, in plain words; storage turns it into a condition. Empty lists match nothing. */
export type RowFilter =
  | { rows: 'public' }
  | { rows: 'owned'; ownerUserId: string }
  | { rows: 'organizations'; organizationIds: readonly string[] }
  | { rows: 'none' };

export const GUEST_WRITE_DETAIL = 'Guest mode is read-only. Sign in to perform changes.';
export const SIGN_IN_DETAIL = 'Authentication required';
export const BETA_DETAIL =
  'Beta access is required to use memory data. Request access and wait for approval to continue.';

/** Calls that need a person, whoever it is: session, organizations, notifications, beta access. */
export function maySignedIn(principal: Principal): Verdict {
  return principal.kind === 'person' ? ALLOWED : { allowed: false, status: 401, detail: SIGN_IN_DETAIL };
}

/** Any call that changes something: guests only look. */
export function mayChangeAnything(principal: Principal): Verdict {
  return principal.kind === 'person' ? ALLOWED : { allowed: false, status: 401, detail: GUEST_WRITE_DETAIL };
}

/** Calls on memory data: guests (public rows), superadmins, and people whom the beta programme has accepted. */
export function mayUseMemoryData(principal: Principal): Verdict {
  if (principal.kind === 'guest' || principal.isSuperadmin || principal.betaAccessStatus === 'accepted') {
    return ALLOWED;
  }
  return { allowed: false, status: 403, detail: BETA_DETAIL, code: 'beta_access_required' };
}

const membershipIn = (person: Person, organizationId: string | null) =>
  person.memberships.find((membership) => membership.organization_id === organizationId);

/** May the caller see this row? */
export function mayRead(principal: Principal, row: Ownership): boolean {
  if (row.visibilityScope === 'public') return true;
  if (principal.kind === 'guest') return false;
  if (principal.isSuperadmin) return true;
  if (row.visibilityScope === 'personal') return row.ownerUserId === principal.userId;
  return membershipIn(principal, row.organizationId)?.can_read === true;
}

/** May the caller change this row? The flag decides, so an editor without `can_write` may not. */
export function mayWrite(principal: Principal, row: Ownership): boolean {
  if (principal.kind === 'guest') return false;
  if (principal.isSuperadmin) return true;
  if (row.visibilityScope === 'public') return false;
  if (row.visibilityScope === 'personal') return row.ownerUserId === principal.userId;
  return membershipIn(principal, row.organizationId)?.can_write === true;
}

/**
 * The rows that a list in this scope may show. Personal means one's own, for superadmins too.
 * An organization that the caller may not read gives an empty list, so that its existence is not told.
 */
export function listRows(principal: Principal, scope: Scope): RowFilter {
  if (scope.kind === 'public') return { rows: 'public' };
  if (principal.kind === 'guest') return { rows: 'none' };
  if (scope.kind === 'personal') return { rows: 'owned', ownerUserId: principal.userId };
  const readable = principal.memberships.filter((membership) => membership.can_read);
  const ids = readable.map((membership) => membership.organization_id);
  if (scope.organizationId === null) return organizations(ids);
  const mayEnter = principal.isSuperadmin || ids.includes(scope.organizationId);
  return mayEnter ? organizations([scope.organizationId]) : { rows: 'none' };
}

function organizations(organizationIds: readonly string[]): RowFilter {
  return organizationIds.length > 0 ? { rows: 'organizations', organizationIds } : { rows: 'none' };
}
