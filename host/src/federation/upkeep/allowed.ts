/** Which addresses an installation lets a remote be pointed at. */

/**
 * @param pattern an origin, `http://localhost:3001`, or one with any port, `http://localhost:*`.
 */
function matches(pattern: string, url: URL): boolean {
  if (!pattern.endsWith(':*')) return url.origin === pattern;
  return `${url.protocol}//${url.hostname}` === pattern.slice(0, -2);
}

/** The address in whole, or null when it is none or is not allowed. */
export function allowedAddress(address: string, allowed: readonly string[]): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username || url.password) return null;
  return allowed.some((pattern) => matches(pattern, url)) ? url.href : null;
}
