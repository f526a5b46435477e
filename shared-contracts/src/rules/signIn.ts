/** The address of the external sign-in, the same for host, remotes and standalone pages. */

/** A place inside the dashboard, e.g. `window.location`. */
interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Where sign-in starts.
 * @param target where the person returns to: a place, or a path with query and hash.
 */
export function signInUrl(target: Place | string): string {
  const path = typeof target === 'string' ? target : target.pathname + target.search + target.hash;
  return `/oauth2/sign_in?rd=${encodeURIComponent(path)}`;
}
