/** Pure rules of a request: base, path, scope, CSRF, and where a local fallback may go. */
import type { ActiveScope } from '../../events/scope';
import { MAX_ADDRESS, MAX_BODY_BYTES } from '../../rules/limits';
import { ApiError } from './errors';
import type { CallKey } from './types';

export const DEFAULT_BASE = '/api';
const GUEST_BASE = '/guest-api';
export const LOCAL_BACKEND_PORT = 8000;
const CSRF_COOKIE = '_oauth2_proxy_csrf';
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1', '[::1]', 'host.docker.internal'];
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

export function isWrite(method = 'GET'): boolean {
  return WRITES.includes(method);
}

/** Calls that are sent as writes but change nothing that a page shows. */
const WITHOUT_CHANGE: readonly string[] = [
  'POST /visits/',
  'POST /pinned-questions/check',
  'POST /secret-findings/check',
  'POST /support/contact',
] satisfies CallKey[];

/** Whether a call, given by its key in the endpoint table, can make earlier reads stale. */
export function changesRows(key: string): boolean {
  return isWrite(key.slice(0, key.indexOf(' '))) && !WITHOUT_CHANGE.includes(key);
}

/** Base URL of every path. A relative base becomes the guest base in guest mode; http becomes https on an https page. */
export function resolveBase(configured: string | undefined, guest: boolean, page: URL): string {
  const base = (configured?.trim() || DEFAULT_BASE).replace(/(?<!\/)\/+$/, '');
  if (/^https?:/i.test(base)) {
    return page.protocol === 'https:' ? base.replace(/^http:/i, 'https:') : base;
  }
  return guest ? GUEST_BASE : base;
}

/** Whether a base has the page's origin, where sessions are known: another origin may reject headers that it does not know. */
export const isOwnOrigin = (base: string, page: URL): boolean => new URL(base, page).origin === page.origin;

/** Fills the `{name}` parts of a path; values are escaped, so none can leave its segment. */
export function fillPath(template: string, params: Record<string, unknown> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const given = params[name];
    const value = typeof given === 'number' ? String(given) : given;
    if (typeof value !== 'string' || value === '') throw new TypeError(`Missing path parameter "${name}".`);
    return encodeURIComponent(value);
  });
}

/** The query string with its `?`, or an empty string. Absent and empty values are omitted. */
export function toQuery(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text && `?${text}`;
}

export function scopeQuery(scope: ActiveScope): Record<string, string> {
  return scope.organizationId
    ? { scope: scope.scope, organization_id: scope.organizationId }
    : { scope: scope.scope };
}

export function scopeHeaders(scope: ActiveScope): Record<string, string> {
  return scope.organizationId
    ? { 'X-Active-Scope': scope.scope, 'X-Organization-Id': scope.organizationId }
    : { 'X-Active-Scope': scope.scope };
}

/** The CSRF token from the proxy's cookie, URL-decoded; null if the cookie is absent or malformed. */
export function csrfToken(cookies: string): string | null {
  for (const pair of cookies.split(';')) {
    const [name, ...value] = pair.trim().split('=');
    if (name !== CSRF_COOKIE) continue;
    try {
      return decodeURIComponent(value.join('=')) || null;
    } catch {
      return value.join('=');
    }
  }
  return null;
}

/**
 * Rejects a request that servers on the way would not accept: some close the connection instead of responding.
 * @throws ApiError with the status that they would send.
 */
export function assertSendable(path: string, body: string | undefined): void {
  if (path.length > MAX_ADDRESS)
    throw new ApiError(414, 'The search is too long. Use fewer words.', '', null);
  if (body !== undefined && new Blob([body]).size > MAX_BODY_BYTES)
    throw new ApiError(413, 'The request is larger than 2 MB.', '', null);
}

/** Base URL for retrying a failed read on a developer's machine; null where there is no fallback. */
export function localFallbackBase(base: string, page: URL, port = LOCAL_BACKEND_PORT): string | null {
  const relative = base === DEFAULT_BASE || base === GUEST_BASE;
  if (!relative || !LOCAL_HOSTS.includes(page.hostname)) return null;
  return `http://${page.hostname}:${port}`;
}

/** Response header: whether the person belongs to the organization of the call. */
const MEMBERSHIP_HEADER = 'X-Scope-Membership';

/** Whether a response marks the caller as an outsider of the organization, by the header or by its refusal. */
export function isForOutsider(response: Response): boolean {
  return response.headers.get(MEMBERSHIP_HEADER) === 'none' || response.status === 403;
}
