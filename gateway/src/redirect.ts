/** Decides where to send a person after sign-in or sign-out: only to a path of this origin. */

const FALLBACK = '/';
const LONGEST = 2048;
// Control characters, outer spaces and backslashes: browsers drop or rewrite them, so the opened URL would differ from the checked one.
// oxlint-disable-next-line no-control-regex -- control characters are exactly what this refuses
const REWRITTEN_BY_BROWSERS = /[\u0000-\u001f\u007f\\]|^\s|\s$/;

/**
 * @param rd the requested target: a path with query and hash, or an absolute URL of our own origin.
 * @param origin our own origin, e.g. `http://localhost:3000`.
 * @returns path, query and hash on this origin; `/` when the target is anything else.
 */
export function safeRedirect(rd: unknown, origin: string): string {
  if (typeof rd !== 'string' || rd === '' || rd.length > LONGEST) return FALLBACK;
  if (REWRITTEN_BY_BROWSERS.test(rd) || rd.startsWith('//')) return FALLBACK;
  if (!rd.startsWith('/') && rd !== origin && !rd.startsWith(`${origin}/`)) return FALLBACK;
  let url: URL;
  try {
    url = new URL(rd, origin);
  } catch {
    return FALLBACK;
  }
  if (url.origin !== origin || url.username || url.password) return FALLBACK;
  // Dot segments are already resolved: `/.//evil` has become `//evil`.
  if (url.pathname.startsWith('//') || isSignInPath(url.pathname)) return FALLBACK;
  return url.pathname + url.search + url.hash;
}

/** A redirect from sign-in to sign-in or sign-out would be a loop. */
function isSignInPath(pathname: string): boolean {
  let decoded = pathname;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    // Not decodable: compare it unchanged.
  }
  return /^\/oauth2(\/|$)/i.test(decoded);
}
