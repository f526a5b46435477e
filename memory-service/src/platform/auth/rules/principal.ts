/** The identified caller, as the rules see it. */
import type { BetaAccessStatus, Membership } from '@hindsight/shared-contracts/api';

/** An anonymous caller, who sees only public rows. */
export interface Guest {
  kind: 'guest';
}

/** A membership as the rules see it; a missing `organization_is_active` means active. */
export type HeldMembership = Membership & { organization_is_active?: boolean };

interface Human {
  userId: string;
  email: string;
  displayName: string | null;
  isSuperadmin: boolean;
  isBetaAdmin: boolean;
  betaAccessStatus: BetaAccessStatus;
  memberships: readonly HeldMembership[];
}

/** A signed-in person with current memberships; their flags decide, not the role's name. */
export interface Person extends Human {
  kind: 'person';
  /** The developer of a service on their own machine, whose identity is not verified. */
  isLocalDeveloper?: true;
}

/**
 * A program with a person's token. It has the person's current rights, restricted to the token's scopes and, if the token is limited to an
 * organization, to that organization: `memberships` then contains at most that one, and neither personal rows nor superadmin rights are
 * available.
 */
export interface TokenHolder extends Human {
  kind: 'token';
  token: {
    id: string;
    tokenId: string;
    name: string;
    scopes: readonly string[];
    organizationId: string | null;
  };
}

export type Principal = Guest | Person | TokenHolder;

export const GUEST: Guest = { kind: 'guest' };

/** The organization that the caller is limited to, or null. */
export function restrictedOrganization(principal: Principal): string | null {
  return principal.kind === 'token' ? principal.token.organizationId : null;
}
