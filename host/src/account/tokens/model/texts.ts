/** The spec's sentences about tokens. */

export const NAME_REQUIRED = 'Token name is required';
export const SCOPE_REQUIRED = 'Select at least one scope';

export const LOAD_FAILED = 'Failed to load API tokens';
export const CREATE_FAILED = 'Failed to create token';
export const REVOKE_FAILED = 'Failed to revoke token';
export const ROTATE_FAILED = 'Failed to rotate token';
export const RENAME_FAILED = 'Failed to rename token';

export const CREATED = 'API token created';
export const REVOKED = 'Token revoked';
export const ROTATED = 'Token rotated';
export const RENAMED = 'Token renamed';

/** Below a rotation whose answer was lost: the new secret cannot be shown any more. */
export const PERHAPS_ROTATED =
  'The token may still have been rotated, and programs that use the old secret may stop working. Rotate it again to get a new secret.';

/** Beside the organization of a token that its person has left: the token reads nothing there. */
export const NOT_A_MEMBER = 'You’re no longer a member. Revoke this token if you don’t need it.';

export const ONLY_READS = 'You have read-only access to this organization, and so does the token.';

/** In place of the secret's ends, where a program signed in and there is none to recognize. */
export const SIGNED_IN = 'Signed in';
export const PERSONAL_WORKSPACE = 'Personal workspace';
