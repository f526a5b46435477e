/** The one way to call the service: builds requests by the shared rules and turns answers into values or typed errors. */
import { PUBLIC_SCOPE } from '../../events/scope';
import {
  ApiError,
  detailOf,
  GuestReadOnlyError,
  isAbort,
  NetworkError,
  UnexpectedAnswerError,
} from './errors';
import {
  csrfToken,
  fillPath,
  isForOutsider,
  isWrite,
  localFallbackBase,
  resolveBase,
  scopeHeaders,
  scopeQuery,
  toQuery,
} from './request';
import type { ApiClient, ClientEnvironment } from './types';

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  respondAsync?: boolean;
  idempotencyKey?: string;
  withoutSession?: true;
  scope?: false | ReturnType<ClientEnvironment['scope']>;
}

/** A local backend that cannot be reached, or does not let this page read, is left alone for so many milliseconds. */
export const FALLBACK_PAUSE = 60_000;

/** Makes the client of one page. All state (scope, guest mode, cookies) is asked for at each call. */
export function createApiClient(environment: ClientEnvironment): ApiClient {
  const send = environment.fetch ?? ((input, init) => fetch(input, init));
  let pausedUntil = 0;

  /** Where a read is tried once more. Each try in vain is an error in the browser's console, so it is not repeated at every call. */
  function fallbackOf(method: string, base: string, page: URL): Fallback | null {
    const target = isWrite(method) ? null : localFallbackBase(base, page, environment.localBackendPort?.());
    if (!target || Date.now() < pausedUntil) return null;
    return { base: target, failed: () => (pausedUntil = Date.now() + FALLBACK_PAUSE) };
  }

  async function call(key: string, input: LooseInput = {}): Promise<unknown> {
    const separator = key.indexOf(' ');
    const method = key.slice(0, separator);
    const guest = environment.isGuest() && !input.withoutSession;
    if (guest && isWrite(method)) throw new GuestReadOnlyError();

    const scope =
      input.scope === false ? null : (input.scope ?? environment.scope() ?? (guest ? PUBLIC_SCOPE : null));
    const page = environment.pageUrl();
    const base = resolveBase(environment.configuredBase?.(), guest, page);
    const path =
      fillPath(key.slice(separator + 1), input.params) +
      toQuery({ ...(scope ? scopeQuery(scope) : {}), ...input.query });

    const headers: Record<string, string> = {
      Accept: 'application/json',
      ...(scope ? scopeHeaders(scope) : {}),
      ...(guest ? {} : environment.devHeaders?.()),
    };
    if (input.body !== undefined) headers['Content-Type'] = 'application/json';
    if (input.respondAsync) headers['Prefer'] = 'respond-async';
    if (input.idempotencyKey) headers['Idempotency-Key'] = input.idempotencyKey;
    const token = isWrite(method) ? csrfToken(environment.cookies()) : null;
    if (token) headers['X-CSRF-Token'] = token;

    const init: RequestInit = {
      method,
      headers,
      credentials: 'include',
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal ? { signal: input.signal } : {}),
    };
    const response = await sendWithFallback(send, base, fallbackOf(method, base, page), path, init);
    if (scope?.organizationId && isForOutsider(response)) environment.onOutside?.(scope.organizationId);
    return read(response);
  }
  return { call: call as ApiClient['call'] };
}

interface Fallback {
  base: string;
  /** Is told that nothing came from there. */
  failed(): void;
}

/**
 * On a developer's machine a read that got a 502 or no answer is tried once more against the local backend.
 * A write is not: its first try may have reached the server. The backend itself knows no session, so its 401 says nothing about
 * the person: the first failure stands then.
 */
async function sendWithFallback(
  send: typeof fetch,
  base: string,
  fallback: Fallback | null,
  path: string,
  init: RequestInit,
) {
  try {
    const response = await send(base + path, init);
    if (response.status !== 502 || !fallback) return response;
    const second = await send(fallback.base + path, init).catch((reason: unknown) => {
      if (!isAbort(reason)) fallback.failed();
      return response;
    });
    return second.status === 401 ? response : second;
  } catch (error) {
    if (isAbort(error)) throw error;
    if (!fallback) throw new NetworkError(error);
    const second = await send(fallback.base + path, init).catch((reason: unknown) => {
      if (isAbort(reason)) throw reason;
      fallback.failed();
      throw new NetworkError(error);
    });
    if (second.status === 401) throw new NetworkError(error);
    return second;
  }
}

async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const raw = await response.text().catch((error: unknown) => {
    throw isAbort(error) ? error : new NetworkError(error);
  });
  let body: unknown;
  try {
    body = raw === '' ? null : JSON.parse(raw);
  } catch {
    if (response.ok) throw new UnexpectedAnswerError(response.status, raw);
    body = null;
  }
  if (response.ok) return body;
  const code = (body as { code?: unknown } | null)?.code;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  throw new ApiError(
    response.status,
    detailOf(body),
    raw,
    typeof code === 'string' ? code : null,
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}
