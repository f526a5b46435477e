/** Token texts from the spec. */

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

/** Added to a failed rotation whose response was lost: the new secret cannot be shown any more. */
export const PERHAPS_ROTATED =
  'The token may still have been rotated, and programs that use the old secret may stop working. Rotate it again to get a new secret.';

/** Shown next to the organization of a token whose owner has left it: the token has no access there. */
export const NOT_A_MEMBER = 'You’re no longer a member. Revoke this token if you don’t need it.';

export const ONLY_READS = 'You have read-only access to this organization, and so does the token.';

/** Shown instead of the secret's ends for a token from a program's sign-in, which has no secret to recognize. */
export const SIGNED_IN = 'Signed in';
export const PERSONAL_WORKSPACE = 'Personal workspace';
