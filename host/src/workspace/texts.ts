export const NOT_A_MEMBER = 'You are not a member of this organization';
export const LOAD_FAILED = 'Failed to load organizations';
export const AUTHENTICATION_REQUIRED = 'Authentication required';
export const switchFailedText = (reason: string) => `Failed to switch to organization: ${reason}`;

/** Shown when the active organization was deleted, or the user was removed from it. */
export const leftText = (name: string) =>
  `${name} is no longer available to you. You are now in your personal workspace.`;

/** Shown to a superadmin when a reload left an organization of others. */
export const SUPERADMIN_LEFT =
  'You’re back in your personal workspace. Reloading leaves organizations you aren’t a member of.';
export const REOPEN = 'Open it again';

/** Only superadmins see them. */
export const OTHERS_FAILED = 'Failed to load other organizations.';
