/** Errors of API calls, as classes that keep everything the server sent. */

/** One issue of a 422 response. */
interface Complaint {
  loc?: unknown[];
  msg?: unknown;
}

/** Turns an error body's `detail` (text or a list of issues) or `message` into one sentence; null if it has neither. */
export function readDetail(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { detail, message } = body as { detail?: unknown; message?: unknown };
  if (typeof detail === 'string' && detail) return detail;
  if (Array.isArray(detail)) {
    const parts = (detail as Complaint[]).map(({ loc, msg }) => {
      const field = Array.isArray(loc)
        ? loc.filter((part) => part !== 'body' && part !== 'query').join('.')
        : '';
      return field ? `${field}: ${String(msg)}` : String(msg);
    });
    return parts.join('; ') || null;
  }
  return typeof message === 'string' && message ? message : null;
}

/** The server responded with an error status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    /** The server's message; null if the body had none (HTML, empty). */
    readonly detail: string | null,
    /** The raw body. */
    readonly raw: string,
    /** Machine-readable reason, e.g. `beta_access_required`. */
    readonly code: string | null,
    /** Seconds from `Retry-After`; null if it was not sent. */
    readonly retryAfter: number | null = null,
  ) {
    super(detail ?? `HTTP error ${status}`);
  }
}

/** No response: offline, connection refused or reset. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(cause: unknown) {
    super('Network error. Please check your internet connection and try again.', { cause });
  }
}

/** A success status with a body that breaks the contract, e.g. a proxy's HTML page. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  constructor(
    readonly status: number,
    readonly raw: string,
  ) {
    super('The dashboard couldn’t read the server’s response.');
  }
}

/** A guest tried to write; nothing was sent. */
export class GuestReadOnlyError extends Error {
  override readonly name = 'GuestReadOnlyError';
  constructor() {
    super('Guest mode read-only');
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Statuses that a gateway sends in place of the service. */
export const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

/** Whether the service itself did not respond (no response, or a gateway's), so it may be back soon. */
export const isServiceAway = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && GATEWAY_STATUSES.includes(error.status));

/** The service does not support the call, or lacks storage for it. */
const NOT_CARRIED_OUT: readonly number[] = [501, 507];

/** Whether a failed write may still have been carried out: its response was lost, or it failed behind a proxy. */
export function isUncertain(error: unknown): boolean {
  if (isAbort(error)) return true;
  if (error instanceof ApiError) return error.status >= 500 && !NOT_CARRIED_OUT.includes(error.status);
  return error instanceof NetworkError || error instanceof UnexpectedAnswerError;
}
