/** Who is asking: the service's picture of a caller, after identity has been established. */
import type { BetaAccessStatus, Membership } from '@hindsight/shared-contracts/api';

/** An anonymous caller: sees public rows only. */
export interface Guest {
  kind: 'guest';
}

/** A membership as the rules see it; absent `organization_is_active` means active. */
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

/** A signed-in person. `memberships` are those of this moment; their flags are the authority, not the role's name. */
export interface Person extends Human {
  kind: 'person';
  /** The developer of a service on their own machine; the identity is not verified. */
  isLocalDeveloper?: true;
}

/**
 * A program that a person gave a token to. It has the person's rights of this moment, cut down to the token's scopes
 * and, when the token is limited to an organization, to that organization: `memberships` then holds that one at most,
 * and neither personal rows nor superadmin rights are in reach.
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

/** The organization that the caller cannot leave, or null. */
export function confinedTo(principal: Principal): string | null {
  return principal.kind === 'token' ? principal.token.organizationId : null;
}
