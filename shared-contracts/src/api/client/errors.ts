/** What can go wrong with a call, as classes that keep everything the server said. */

/** One complaint of a 422 list. */
interface Complaint {
  loc?: unknown[];
  msg?: unknown;
}

/** Turns an error body's `detail` (text or a list of complaints) or `message` into one sentence; null when it has none. */
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

/** The server answered with a status that is not a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    /** The server's own sentence, or null when the body had none (HTML, empty). */
    readonly detail: string | null,
    /** The body as it came. */
    readonly raw: string,
    /** Machine-readable reason, e.g. `beta_access_required`. */
    readonly code: string | null,
    /** Seconds from `Retry-After`, if it was sent. */
    readonly retryAfter: number | null = null,
  ) {
    super(detail ?? `HTTP error ${status}`);
  }
}

/** No answer came: offline, refused, reset. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(cause: unknown) {
    super('Network error. Please check your internet connection and try again.', { cause });
  }
}

/** A success status with a body that is not what the wire promises, e.g. a proxy's HTML page. */
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

/** What a gateway answers in place of the service. */
export const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

/** Whether the service did not answer itself: there was no answer, or a gateway's. It may be back at once. */
export const isServiceAway = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && GATEWAY_STATUSES.includes(error.status));

/** The service does not know the call, or has no room for what it saves. */
const NOT_CARRIED_OUT: readonly number[] = [501, 507];

/** Whether a write that failed may have been carried out: its answer was lost, or it broke off behind a proxy. */
export function isUncertain(error: unknown): boolean {
  if (isAbort(error)) return true;
  if (error instanceof ApiError) return error.status >= 500 && !NOT_CARRIED_OUT.includes(error.status);
  return error instanceof NetworkError || error instanceof UnexpectedAnswerError;
}
