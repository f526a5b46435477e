/** Privileges and beta status of an account, in the spec's words. */
import type { BetaAccessStatus, UserInfo } from '@hindsight/shared-contracts/api';
import type { Tone } from '@hindsight/shared-ui/core';

interface Privilege {
  label: string;
  /** One-sentence explanation. */
  means: string;
  tone: Tone;
}

const SUPERADMIN = 'Superadmin access';
const BETA_ADMIN = 'Beta access admin';
const NO_PRIVILEGES = 'No elevated privileges';

/** Never empty: an account without privileges gets an entry that says so. */
export function listPrivileges(user: Pick<UserInfo, 'is_superadmin' | 'beta_access_admin'>): Privilege[] {
  const held: Privilege[] = [];
  if (user.is_superadmin)
    held.push({ label: SUPERADMIN, means: 'You see and manage every organization.', tone: 'brand' });
  if (user.beta_access_admin)
    held.push({ label: BETA_ADMIN, means: 'You decide who joins the beta program.', tone: 'note' });
  return held.length > 0
    ? held
    : [
        {
          label: NO_PRIVILEGES,
          means: 'What you can do in an organization depends on your role there.',
          tone: 'neutral',
        },
      ];
}

interface BetaState {
  label: string;
  means: string;
  tone: Tone;
}

const DENIED: BetaState = {
  label: 'Denied',
  means: 'Your account has no access to the beta program.',
  tone: 'bad',
};

/** Denied and revoked share one label. */
export const BETA_STATES: Record<BetaAccessStatus, BetaState> = {
  not_requested: { label: 'Not requested', means: 'You haven’t requested beta access.', tone: 'neutral' },
  pending: { label: 'Pending', means: 'Your request is being reviewed.', tone: 'warn' },
  accepted: { label: 'Accepted', means: 'You’re in the beta program.', tone: 'good' },
  denied: DENIED,
  revoked: DENIED,
};

export const MAX_DISPLAY_NAME = 80;
const NAME_RULE = 'Enter a name of 1 to 80 characters';
export const UPDATED = 'Profile updated';

export function updateFailed(reason: string): string {
  return `Failed to update: ${reason}`;
}

/** Validation error of a display name, or undefined. Surrounding spaces do not count. */
export function displayNameError(name: string): string | undefined {
  const length = name.trim().length;
  return length < 1 || length > MAX_DISPLAY_NAME ? NAME_RULE : undefined;
}
