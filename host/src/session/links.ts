/** Addresses of the sign-in flow; where it starts is a rule of the contracts. */

/** Where sign-out starts. In development mode there is no session to end: it goes to the start page. */
export function signOutUrl(origin: string, developmentMode: boolean): string {
  return developmentMode ? '/' : `/oauth2/sign_out?rd=${encodeURIComponent(origin)}`;
}

/** The sign-in page of the dashboard, which remembers where the person wanted to go. */
export function loginPath(target: string): string {
  return target === '/' || target === '/dashboard' ? '/login' : `/login?rd=${encodeURIComponent(target)}`;
}

/**
 * A return target out of the address: a path of this site, or null. `//host` and `/\host` are other sites to a browser, and
 * the sign-in page itself would be a loop.
 */
export function returnTarget(search: string): string | null {
  const target = new URLSearchParams(search).get('rd');
  if (!target || !/^\/(?![/\\])/.test(target)) return null;
  const url = new URL(target, 'https://page.invalid');
  // Dot segments are resolved by now: `/.//elsewhere` has become `//elsewhere`.
  if (url.host !== 'page.invalid' || /^\/(\/|(login|oauth2)(\/|$))/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
