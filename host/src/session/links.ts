/** URLs of the sign-in flow; the rule for where it starts is part of the contracts. */

/** Sign-out URL. In development mode there is no session to end, so it is the start page. */
export function signOutUrl(origin: string, developmentMode: boolean): string {
  return developmentMode ? '/' : `/oauth2/sign_out?rd=${encodeURIComponent(origin)}`;
}

/** Path of the dashboard's sign-in page, with the requested page as return target. */
export function loginPath(target: string): string {
  return target === '/' || target === '/dashboard' ? '/login' : `/login?rd=${encodeURIComponent(target)}`;
}

/**
 * Return target from the query string: a path of this site, or null. Browsers resolve `//host` and `/\host` to other sites, and the sign-in
 * page itself would loop.
 */
export function returnTarget(search: string): string | null {
  const target = new URLSearchParams(search).get('rd');
  if (!target || !/^\/(?![/\\])/.test(target)) return null;
  const url = new URL(target, 'https://page.invalid');
  // Dot segments are resolved here: `/.//elsewhere` has become `//elsewhere`.
  if (url.host !== 'page.invalid' || /^\/(\/|(login|oauth2)(\/|$))/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
