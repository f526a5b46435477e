/** Workspace of a request: resolves the hints of headers and query string to a scope. */
import { UUID_PATTERN } from '@hindsight/shared-contracts/rules';
import { restrictedOrganization } from './principal';
import type { Principal } from './principal';

/** `organizationId` null means all organizations that the caller may read. */
export type Scope =
  | { kind: 'personal' }
  | { kind: 'organization'; organizationId: string | null }
  | { kind: 'public' };

/** Raw hints; each header wins over its query parameter independently. */
export interface ScopeHints {
  scope: string | undefined;
  organizationId: string | undefined;
}

/** An invalid hint; `field` is the one at fault, `message` is for the person. */
export interface ScopeProblem {
  field: 'scope' | 'organization_id';
  input: string;
  message: string;
}

const clean = (value: string | undefined): string | undefined => value?.trim().toLowerCase() || undefined;

/** Prefers each header's hint over the query's. */
export function preferHeaders(headers: ScopeHints, query: ScopeHints): ScopeHints {
  return {
    scope: clean(headers.scope) ?? clean(query.scope),
    organizationId: clean(headers.organizationId) ?? clean(query.organizationId),
  };
}

/**
 * Resolves hints to a scope. Without a hint, a person gets the personal workspace and a guest the public one. A token limited to an
 * organization always gets that organization. An invalid value is a problem, never a scope that the caller did not mean.
 */
export function resolveScope(principal: Principal, hints: ScopeHints): Scope | { problem: ScopeProblem } {
  const scope = clean(hints.scope);
  const organizationId = clean(hints.organizationId);
  if (organizationId !== undefined && !UUID_PATTERN.test(organizationId)) {
    const message = `Invalid UUID format: ${organizationId.slice(0, 100)}`;
    return { problem: { field: 'organization_id', input: organizationId.slice(0, 100), message } };
  }
  const home = restrictedOrganization(principal);
  if (home !== null) return { kind: 'organization', organizationId: home };
  switch (scope) {
    case undefined:
      return principal.kind === 'guest' ? { kind: 'public' } : { kind: 'personal' };
    case 'personal':
    case 'public':
      return { kind: scope };
    case 'organization':
      return { kind: 'organization', organizationId: organizationId ?? null };
    default: {
      const message = `Unknown scope "${scope.slice(0, 100)}": use personal, organization or public.`;
      return { problem: { field: 'scope', input: scope.slice(0, 100), message } };
    }
  }
}
