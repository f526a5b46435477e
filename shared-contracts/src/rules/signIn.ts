/** The external sign-in flow. */

/** The address where sign-in starts; it returns to `target` (path, query and hash). */
export function signInUrl(target: string): string {
  return `/oauth2/sign_in?rd=${encodeURIComponent(target)}`;
}
