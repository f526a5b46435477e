/** URL of the external sign-in, shared by host, remotes and standalone pages. */

/** A location in the dashboard, e.g. `window.location`. */
interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Start of the sign-in.
 * @param target where the person returns to: a location, or a path with query and hash.
 */
export function signInUrl(target: Place | string): string {
  const path = typeof target === 'string' ? target : target.pathname + target.search + target.hash;
  return `/oauth2/sign_in?rd=${encodeURIComponent(path)}`;
}
