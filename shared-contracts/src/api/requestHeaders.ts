/**
 * The request headers of the wire. The gateway hands on these and no other, and the service lets pages of another origin send
 * them. A header that a client may send is added here, and nowhere else.
 */

/** What a call says about itself and its answer. */
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

/** What proves who calls. A guest's call carries none of it. */
export const CREDENTIAL_HEADERS = ['Authorization', 'Cookie', 'X-API-Key', 'X-CSRF-Token'] as const;

/** What browsers add, by which the service recognizes a page of another site. */
export const BROWSER_HEADERS = ['Origin', 'Sec-Fetch-Site'] as const;

/**
 * Sent by a page that has a session with each of its calls. Where the session has ended and no token speaks for the caller, the answer
 * is then 401 and never a guest's: an empty list would read as if everything were gone.
 */
export const SESSION_REQUIRED = { 'X-Session': 'required' } as const;

/** @param headers by names in lower case, as Node reads them. */
export const requiresSession = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers['x-session'] === SESSION_REQUIRED['X-Session'];

/** How long a session lasts at most, in seconds. */
export const SESSION_SECONDS = 12 * 60 * 60;

/** What a page is answered whose session has ended. */
export const SESSION_ENDED = {
  status: 401,
  detail: 'Your session has ended. Sign in again.',
  code: 'session_ended',
} as const;

/** A preference (`Prefer`): memory blocks without feedback have the score null. Clients that do not know null get 0. */
export const UNRATED_AS_NULL = 'unrated=null';
