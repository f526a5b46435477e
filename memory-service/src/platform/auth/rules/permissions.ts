/** Permission rules: the single, pure source for individual resources and lists. */
import type { VisibilityScope } from '@hindsight/shared-contracts/api';
import { mayManage as manages } from '@hindsight/shared-contracts/rules';
import { restrictedOrganization } from './principal';
import type { HeldMembership, Person, Principal, TokenHolder } from './principal';
import type { Scope } from './scope';
import { grantsScope } from './tokens';

/** Allowed, or refused with the response for the caller. */
export type Verdict =
  | { allowed: true }
  | { allowed: false; status: 400 | 401 | 403; detail: string; code?: string };

export const ALLOWED: Verdict = { allowed: true };

/** Ownership of a row. */
export interface Ownership {
  visibilityScope: VisibilityScope;
  ownerUserId: string | null;
  organizationId: string | null;
}

/** The rows a list may contain, as data; storage turns it into a condition. Empty lists match nothing. */
export type RowFilter =
  | { rows: 'public' }
  | { rows: 'owned'; ownerUserId: string }
  | { rows: 'organizations'; organizationIds: readonly string[] }
  | { rows: 'none' };

const GUEST_WRITE_DETAIL = 'Guest mode is read-only. Sign in to perform changes.';
export const SIGN_IN_DETAIL = 'Authentication required';
const BETA_DETAIL =
  'Beta access is required to use memory data. Request access and wait for approval to continue.';
const REACH_DETAIL =
  'Beta access is required to create and manage organizations. Request access and wait for approval to continue.';

/** Requests that require a signed-in person: session, organizations, notifications, beta access. */
export function maySignedIn(principal: Principal): Verdict {
  return principal.kind === 'person' ? ALLOWED : { allowed: false, status: 401, detail: SIGN_IN_DETAIL };
}

/** Requests that change anything: guests are read-only. */
export function mayChangeAnything(principal: Principal): Verdict {
  return principal.kind === 'guest' ? { allowed: false, status: 401, detail: GUEST_WRITE_DETAIL } : ALLOWED;
}

/** A token needs the scope of the request; people have both. */
export function mayWithScope(principal: Principal, needed: 'read' | 'write'): Verdict {
  if (principal.kind !== 'token' || grantsScope(principal.token.scopes, needed)) return ALLOWED;
  return { allowed: false, status: 403, detail: `Token lacks ${needed} scope` };
}

/** A token limited to an organization must not target another one. */
export function mayTarget(principal: Principal, organizationId: string | undefined): Verdict {
  const home = restrictedOrganization(principal);
  if (home === null || organizationId === undefined || organizationId === home) return ALLOWED;
  const detail = `Token organization restriction mismatch: token is limited to org ${home}, but request targeted org ${organizationId}`;
  return { allowed: false, status: 403, detail };
}

/** Requests for memory data: guests (public rows), superadmins, and people accepted into the beta program. */
export function mayUseMemoryData(principal: Principal): Verdict {
  if (principal.kind === 'guest' || principal.isSuperadmin || principal.betaAccessStatus === 'accepted') {
    return ALLOWED;
  }
  return { allowed: false, status: 403, detail: BETA_DETAIL, code: 'beta_access_required' };
}

/** Requests that reach other people or show them names: people accepted into the beta program. */
export function mayReachOthers(principal: Person): Verdict {
  const verdict = mayUseMemoryData(principal);
  return verdict.allowed ? verdict : { ...verdict, detail: REACH_DETAIL };
}

const membershipIn = (holder: Person | TokenHolder, organizationId: string | null) =>
  holder.memberships.find((membership) => membership.organization_id === organizationId);

const canWrite = (membership: HeldMembership | undefined): boolean =>
  membership?.can_write === true && membership.organization_is_active !== false;

/** Whether the caller may see error messages of the servers behind the service: superadmins and the organization's owners. */
export function mayDiagnose(principal: Principal, organizationId: string | null): boolean {
  if (principal.kind === 'guest') return false;
  return principal.isSuperadmin || membershipIn(principal, organizationId)?.role === 'owner';
}

/** Whether the caller may see this row. */
export function mayRead(principal: Principal, row: Ownership): boolean {
  if (row.visibilityScope === 'public') return true;
  if (principal.kind === 'guest') return false;
  const home = restrictedOrganization(principal);
  if (home !== null && row.organizationId !== home) return false;
  if (principal.isSuperadmin) return true;
  if (row.visibilityScope === 'personal') return row.ownerUserId === principal.userId;
  return membershipIn(principal, row.organizationId)?.can_read === true;
}

/** Whether the caller may change this row. The flag decides, so an editor without `can_write` may not. */
export function mayWrite(principal: Principal, row: Ownership): boolean {
  if (principal.kind === 'guest') return false;
  if (principal.kind === 'token' && !grantsScope(principal.token.scopes, 'write')) return false;
  const home = restrictedOrganization(principal);
  if (home !== null && row.organizationId !== home) return false;
  if (principal.isSuperadmin) return true;
  if (row.visibilityScope === 'public') return false;
  if (row.visibilityScope === 'personal') return row.ownerUserId === principal.userId;
  return canWrite(membershipIn(principal, row.organizationId));
}

/** Refusal for a caller who may read a row but not change it. */
export function writeVerdict(principal: Principal, row: Ownership): Verdict {
  if (mayWrite(principal, row)) return ALLOWED;
  const ofToken = principal.kind === 'token' && row.visibilityScope === 'organization';
  const detail = ofToken ? 'Token user lacks write permission for organization' : 'Forbidden';
  return { allowed: false, status: 403, detail };
}

const refuse = (status: 400 | 403, detail: string): Verdict => ({ allowed: false, status, detail });

/**
 * Whether the caller may create a row in this workspace. `plural` names the kind of row ("agents") in the message. An organization that the
 * caller does not belong to is refused without revealing whether it exists.
 */
export function mayCreateIn(principal: Principal, scope: Scope, plural: string): Verdict {
  if (principal.kind === 'guest') return { allowed: false, status: 401, detail: GUEST_WRITE_DETAIL };
  if (scope.kind === 'personal') {
    return restrictedOrganization(principal) === null
      ? ALLOWED
      : refuse(403, 'Token is limited to an organization');
  }
  if (scope.kind === 'public') {
    return principal.isSuperadmin ? ALLOWED : refuse(403, `Only superadmin can create public ${plural}`);
  }
  if (scope.organizationId === null) return refuse(400, 'organization_id_required');
  if (principal.isSuperadmin) return ALLOWED;
  const membership = membershipIn(principal, scope.organizationId);
  if (!membership) return refuse(403, 'Not a member of target organization');
  if (membership.organization_is_active === false) return refuse(403, INACTIVE_DETAIL);
  if (canWrite(membership)) return ALLOWED;
  return refuse(
    403,
    principal.kind === 'token'
      ? 'Token user lacks write permission for organization'
      : 'No write permission in target organization',
  );
}

/**
 * Whether the caller may move a row out of its organization. Write access is not enough, because the other members lose the row: owners,
 * admins and superadmins may. Other rows only require write access.
 */
export function mayMoveOut(principal: Person | TokenHolder, { organizationId }: Ownership): Verdict {
  if (organizationId === null || principal.isSuperadmin) return ALLOWED;
  const role = membershipIn(principal, organizationId)?.role;
  if (manages({ isSuperadmin: false, role })) return ALLOWED;
  const detail = 'Only owners and admins can move memories and agents out of an organization.';
  return { allowed: false, status: 403, detail, code: 'move_out' };
}

export const INACTIVE_DETAIL = 'The organization is inactive and can only be read.';

/** Ownership of a row created in this scope, which `mayCreateIn` must have allowed. */
export function toOwnership(principal: Person | TokenHolder, scope: Scope): Ownership {
  return {
    visibilityScope: scope.kind,
    ownerUserId: scope.kind === 'personal' ? principal.userId : null,
    organizationId: scope.kind === 'organization' ? scope.organizationId : null,
  };
}

/**
 * Rows that a list in this scope may show. Personal means the caller's own, for superadmins as well. An organization that the caller may
 * not read yields an empty list, so its existence is not revealed.
 */
export function listRows(principal: Principal, scope: Scope): RowFilter {
  const home = restrictedOrganization(principal);
  if (home !== null && (scope.kind !== 'organization' || scope.organizationId !== home)) {
    return { rows: 'none' };
  }
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
