/**
 * Request headers of the API. The gateway forwards only these, and the service allows them in cross-origin requests. Add a new client
 * header here and nowhere else.
 */

/** Headers about the call and its response. */
export const CALL_HEADERS = [
  'Accept',
  'Accept-Language',
  'Content-Encoding',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'MCP-Method',
  'MCP-Name',
  'MCP-Protocol-Version',
  'MCP-Session-Id',
  'Prefer',
  'Traceparent',
  'User-Agent',
  'X-Active-Scope',
  'X-Agent-Id',
  'X-Hindsight-Tools',
  'X-Organization-Id',
  'X-Read-After',
  'X-Session',
] as const;

/** Credentials. A guest's call carries none of them. */
export const CREDENTIAL_HEADERS = ['Authorization', 'Cookie', 'X-API-Key', 'X-CSRF-Token'] as const;

/** Set by browsers; the service uses them to detect cross-site requests. */
export const BROWSER_HEADERS = ['Origin', 'Sec-Fetch-Site'] as const;

/**
 * Sent with each call of a page that has a session. If the session has ended and no token authenticates the caller, the response is then
 * 401 instead of a guest's: an empty list would look as if everything were gone.
 */
export const SESSION_REQUIRED = { 'X-Session': 'required' } as const;

/** @param headers keyed in lower case, as in Node. */
export const requiresSession = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers['x-session'] === SESSION_REQUIRED['X-Session'];

/** Maximum lifetime of a session, in seconds. */
export const SESSION_SECONDS = 12 * 60 * 60;

/** Response to a page whose session has ended. */
export const SESSION_ENDED = {
  status: 401,
  detail: 'Your session has ended. Sign in again.',
  code: 'session_ended',
} as const;

/** `Prefer` value: memories without feedback have the score null. Clients that do not know null get 0. */
export const UNRATED_AS_NULL = 'unrated=null';
