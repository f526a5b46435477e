/** Who is asking: the service's picture of a caller, after identity has been established. */
import type { BetaAccessStatus, Membership } from '@hindsight/shared-contracts/api';

/** Nobody in particular: sees what is public. */
export interface Guest {
  kind: 'guest';
}

/** A signed-in person. `memberships` are those of this moment; their flags are the authority, not the role's name. */
export interface Person {
  kind: 'person';
  userId: string;
  email: string;
  displayName: string | null;
  isSuperadmin: boolean;
  isBetaAdmin: boolean;
  betaAccessStatus: BetaAccessStatus;
  memberships: readonly Membership[];
}

export type Principal = Guest | Person;

export const GUEST: Guest = { kind: 'guest' };
