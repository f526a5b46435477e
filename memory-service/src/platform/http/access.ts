/** Applies the permission rules to a row: returns the row or throws the refusal. */
import { mayCreateIn, mayMoveOut, mayRead, toOwnership, writeVerdict } from '../auth/rules/permissions';
import type { Ownership } from '../auth/rules/permissions';
import type { Person, Principal, TokenHolder } from '../auth/rules/principal';
import type { Scope } from '../auth/rules/scope';
import { HttpProblem, assertAllowed } from './problem';

/** Returns the row if the caller may see it. A hidden row gets the same 404 as a missing one. */
export function requireReadable<T extends Ownership>(
  principal: Principal,
  row: T | undefined,
  missing: string,
): T {
  if (!row || !mayRead(principal, row)) throw new HttpProblem(404, missing);
  return row;
}

/** Returns the row if the caller may change it: 404 if hidden, 403 if read-only. */
export function writable<T extends Ownership>(principal: Principal, row: T | undefined, missing: string): T {
  const seen = requireReadable(principal, row, missing);
  assertAllowed(writeVerdict(principal, seen));
  return seen;
}

/** Workspace of a new row. `plural` names the kind of row in the refusal message. */
export function targetWorkspace(principal: Person | TokenHolder, scope: Scope, plural: string): Ownership {
  assertAllowed(mayCreateIn(principal, scope, plural));
  return toOwnership(principal, scope);
}

/** Workspace in which a person keeps something for themselves, which requires read access to it. */
export function ownPlace(principal: Person | TokenHolder, scope: Scope): Ownership {
  const place = toOwnership(principal, scope);
  if (!mayRead(principal, place)) throw new HttpProblem(403, 'Forbidden');
  return place;
}

export interface ScopeChange {
  visibility_scope: 'personal' | 'organization' | 'public';
  organization_id?: string | null | undefined;
  new_owner_user_id?: string | null | undefined;
}

/**
 * Target workspace of a move. Throws 403 without rights on the target or to take the row away, 422 for an incomplete target and 409 when
 * another person's personal row would leave its owner. `revertsMove`: the caller moved the row here a moment ago.
 */
export function moveTarget(
  principal: Person | TokenHolder,
  row: Ownership,
  change: ScopeChange,
  revertsMove = false,
): Ownership {
  const place = resolveDestination(principal, row, change);
  if (place.organizationId !== row.organizationId && !revertsMove) assertAllowed(mayMoveOut(principal, row));
  return place;
}

/** Target of a change, if the caller may put the row there. */
function resolveDestination(principal: Person | TokenHolder, row: Ownership, change: ScopeChange): Ownership {
  if (change.new_owner_user_id != null && !principal.isSuperadmin) {
    throw new HttpProblem(403, 'Only superadmin can choose another owner');
  }
  if (change.visibility_scope === 'personal') {
    assertAllowed(mayCreateIn(principal, { kind: 'personal' }, 'data'));
    return {
      visibilityScope: 'personal',
      ownerUserId: change.new_owner_user_id ?? principal.userId,
      organizationId: null,
    };
  }
  if (change.visibility_scope === 'public') {
    if (!principal.isSuperadmin) throw new HttpProblem(403, 'Only superadmin can publish to public');
    return { visibilityScope: 'public', ownerUserId: null, organizationId: null };
  }
  const organizationId = change.organization_id ?? null;
  if (organizationId === null) {
    throw new HttpProblem(422, 'organization_id required for organization scope');
  }
  assertAllowed(mayCreateIn(principal, { kind: 'organization', organizationId }, 'data'));
  if (row.visibilityScope === 'personal' && row.ownerUserId !== principal.userId) {
    throw new HttpProblem(409, 'Owner consent required to move personal data to organization');
  }
  return { visibilityScope: 'organization', ownerUserId: null, organizationId };
}
