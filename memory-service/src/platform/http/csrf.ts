/** Rejects writes that another site makes a signed-in browser send. */
import type { IncomingHttpHeaders } from 'node:http';
import { sameSecret } from '../auth/identity';
import { HttpProblem } from './problem';

const CSRF_COOKIE = '_oauth2_proxy_csrf';

/** All values of a cookie: a second one of the same name could have been planted, so each must be checked. */
export function cookies(header: string | undefined, name: string): string[] {
  return (header ?? '').split(';').flatMap((part) => {
    const separator = part.indexOf('=');
    return part.slice(0, separator).trim() === name ? [part.slice(separator + 1).trim()] : [];
  });
}

function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Throws 403 unless the request comes from the dashboard's own origin and repeats the cookie's token in a header. */
export function requireSameSite(headers: IncomingHttpHeaders, appOrigin: string): void {
  const refuse = (detail: string) => {
    throw new HttpProblem(403, detail, { code: 'csrf' });
  };
  const site = headers['sec-fetch-site'];
  // The dashboard on another port of this host (`cors.ts`) is identified by its origin.
  const isOwnPage = headers.origin === appOrigin && site === 'same-site';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isOwnPage) {
    refuse('This change was requested by another site and was blocked.');
  }
  if (headers.origin !== undefined && headers.origin !== appOrigin) {
    refuse('This change was requested from a different address than the dashboard’s and was blocked.');
  }
  const [cookie, ...others] = cookies(headers.cookie, CSRF_COOKIE);
  const token = headers['x-csrf-token'];
  const matches =
    cookie !== undefined &&
    cookie !== '' &&
    others.length === 0 &&
    typeof token === 'string' &&
    sameSecret(decodeValue(cookie), token);
  if (!matches) refuse('The security token is missing or out of date. Reload the page and try again.');
}
