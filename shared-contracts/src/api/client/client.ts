/** The only way to call the service: builds requests by the shared rules and turns responses into values or typed errors. */
import { PUBLIC_SCOPE } from '../../rules/activeScope';
import { SESSION_REQUIRED, UNRATED_AS_NULL } from '../requestHeaders';
import { randomUuid } from '../../rules/ids';
import { newTraceparent } from '../../rules/trace';
import {
  GuestReadOnlyError,
  ApiError,
  NetworkError,
  readDetail,
  isAbort,
  UnexpectedAnswerError,
} from './errors';
import {
  assertSendable,
  changesRows,
  csrfToken,
  fillPath,
  isForOutsider,
  isOwnOrigin,
  isWrite,
  resolveBase,
  scopeHeaders,
  scopeQuery,
  toQuery,
  localFallbackBase,
} from './request';
import type { ApiClient, ClientEnvironment, CallAnswer, CallKey } from './types';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Cached responses: enough for the lists that a person switches between. */
const MAX_ANSWERS = 20;

/** Revalidates GETs with the last ETag of the same request; a 304 is replaced by the cached body with the new headers. */
export function createTaggedFetch(fetch: Fetch): Fetch {
  const answers = new Map<string, { tag: string; text: string }>();

  return async (url, init) => {
    // Another origin would need a CORS preflight for the header.
    if (isWrite(init.method) || !url.startsWith('/')) return fetch(url, init);
    const headers = new Headers(init.headers);
    const key = JSON.stringify([url, headers.get('Prefer')]);
    const known = answers.get(key);
    if (known) headers.set('If-None-Match', known.tag);
    const response = await fetch(url, known ? { ...init, headers } : init);
    if (response.status === 304 && known) return new Response(known.text, { headers: response.headers });
    const tag = response.headers.get('ETag');
    answers.delete(key);
    if (response.status !== 200 || !tag) return response;
    const text = await response.text();
    answers.set(key, { tag, text });
    const [oldest] = answers.keys();
    if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest);
    return new Response(text, { headers: response.headers });
  };
}

/** Milliseconds during which a local backend that did not answer is skipped: every failed attempt logs a console error. */
const FALLBACK_PAUSE_MS = 60_000;

type Send = (base: string, path: string, init: RequestInit) => Promise<Response>;

/**
 * Creates the transport, with a local fallback for reads. Writes have none: the first attempt may have reached the service. The backend
 * knows no sessions, so its 401 says nothing about the person, and the first failure is reported instead.
 */
function createSend(environment: ClientEnvironment): Send {
  const send = createTaggedFetch(environment.fetch ?? ((input, init) => fetch(input, init)));
  let pausedUntil = 0;

  /** The backend's response; null if there is none or it is unusable. */
  async function askBackend(base: string, path: string, init: RequestInit): Promise<Response | null> {
    const port = environment.localBackendPort?.();
    const fallback = isWrite(init.method) ? null : localFallbackBase(base, environment.pageUrl(), port);
    if (!fallback || performance.now() < pausedUntil) return null;
    try {
      const response = await send(fallback + path, init);
      return response.status === 401 ? null : response;
    } catch (error) {
      if (isAbort(error)) throw error;
      pausedUntil = performance.now() + FALLBACK_PAUSE_MS;
      return null;
    }
  }

  return async (base, path, init) => {
    let first: Response;
    try {
      first = (await environment.early?.(base + path, init)) ?? (await send(base + path, init));
    } catch (error) {
      if (isAbort(error)) throw error;
      const second = await askBackend(base, path, init);
      if (!second) throw new NetworkError(error);
      return second;
    }
    return first.status === 502 ? ((await askBackend(base, path, init)) ?? first) : first;
  };
}

/** `''` for a response that is itself the array, otherwise the key of the array in it. */
type Place<Answer> = Answer extends readonly unknown[]
  ? ''
  : { [N in keyof Answer]: Answer[N] extends readonly unknown[] ? N : never }[keyof Answer];

type Lists = { readonly [K in CallKey]?: Place<CallAnswer<K>> };

export const LISTS: Lists = {
  'GET /agent-activity/': 'items',
  'GET /agent-activity/agents': 'agents',
  'GET /agent-activity/questions': 'items',
  'GET /agent-activity/summary': 'days',
  'GET /agents/': 'items',
  'GET /agents/counts': 'counts',
  'GET /agents/search/': '',
  'GET /analytics/new-memories': 'agents',
  'GET /analytics/unused': 'items',
  'GET /audits/': '',
  'GET /beta-access/admin/users': 'users',
  'GET /beta-access/pending': 'requests',
  'GET /beta-access/pending/stuck': 'requests',
  'GET /bulk-edits/{id}': 'edits',
  'GET /bulk-operations/admin/operations': '',
  'GET /consolidation-suggestions/': 'items',
  'GET /conversations/{id}/events': 'items',
  'GET /jobs/': 'items',
  'GET /keywords/': '',
  'GET /keywords/cleanup': 'duplicates',
  'GET /keywords/counts': 'counts',
  'GET /keywords/{id}/memory-blocks/': '',
  'GET /memory-blocks/': 'items',
  'GET /memory-blocks/archived/': 'items',
  'GET /memory-blocks/search/': '',
  'GET /memory-blocks/search/fulltext': '',
  'GET /memory-blocks/search/hybrid': '',
  'GET /memory-blocks/search/recall': 'hits',
  'GET /memory-blocks/search/semantic': '',
  'GET /memory-blocks/{id}/feedback/': 'items',
  'GET /memory-blocks/{id}/keywords/': '',
  'GET /memory-blocks/{id}/retrievals': 'items',
  'GET /memory-blocks/{id}/versions': '',
  'GET /memory-optimization/suggestions': 'suggestions',
  'GET /notifications/': 'notifications',
  'GET /organizations/': '',
  'GET /organizations/admin': '',
  'GET /organizations/manageable': '',
  'GET /organizations/{id}/invitations': '',
  'GET /organizations/{id}/members': '',
  'GET /pinned-questions/': 'items',
  'GET /review-decisions/': 'items',
  'GET /review-items/': 'items',
  'GET /saved-views/': 'items',
  'GET /secret-findings/': 'items',
  'GET /users/me/tokens': '',
};

/**
 * Rejects a response without its rows, e.g. from another server behind the same URL, so that it is not shown as an empty list.
 * @throws UnexpectedAnswerError when a list response holds no array.
 */
function assertList(key: string, answer: unknown): void {
  const place = (LISTS as Record<string, string | undefined>)[key];
  if (place === undefined) return;
  const rows = place === '' ? answer : (answer as Record<string, unknown> | null)?.[place];
  if (!Array.isArray(rows)) throw new UnexpectedAnswerError(200, JSON.stringify(answer));
}

/** @throws ApiError, NetworkError or UnexpectedAnswerError, see `ApiClient`. */
async function readAnswer(response: Response): Promise<unknown> {
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
  const id = response.headers.get('x-request-id');
  // oxlint-disable-next-line no-console -- by its id, the call is found in the logs of gateway, service and database
  if (response.status >= 500 && id) console.info(`${response.status} for request ${id}: ${response.url}`);
  const code = (body as { code?: unknown } | null)?.code;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  throw new ApiError(
    response.status,
    readDetail(body),
    raw,
    typeof code === 'string' ? code : null,
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}

/** Milliseconds before each retry. */
const REPEAT_PAUSES_MS: readonly number[] = [400, 1600];
const LONGEST_PAUSE_MS = 10_000;

/** No response, or a gateway's in place of the service's. A 503 with a code other than `database_unavailable` is its own decision. */
function isLost(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError)) return false;
  if (error.status === 503) return error.code === null || error.code === 'database_unavailable';
  return error.status === 502 || error.status === 504;
}

/** The response to a retry while the first request is still in progress. */
const isUnderWay = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.retryAfter !== null;

/** Resolves after the delay; rejects when the signal aborts. */
async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}

/**
 * Retries a write whose response was lost.
 * @param attempt sends the request, each time with the same key.
 * @throws the service's own error at once, or the error of the last attempt.
 */
async function retryLostWrite<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const [repeats, delay] of REPEAT_PAUSES_MS.entries()) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLost(error) && !(repeats > 0 && isUnderWay(error))) throw error;
      const wanted = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
      await pause(Math.min(Math.max(delay, wanted), LONGEST_PAUSE_MS), signal);
    }
  }
  return attempt();
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  respondAsync?: boolean;
  idempotencyKey?: string;
  withoutSession?: true;
  onHeaders?: (headers: Headers) => void;
  scope?: false | ReturnType<ClientEnvironment['scope']>;
}

/** Creates the client of a page. State (scope, guest mode, cookies) is read at each call. */
export function createApiClient(environment: ClientEnvironment): ApiClient {
  const send = createSend(environment);

  async function call(key: string, input: LooseInput = {}): Promise<unknown> {
    const separator = key.indexOf(' ');
    const method = key.slice(0, separator);
    const guest = environment.isGuest() && !input.withoutSession;
    if (guest && isWrite(method)) throw new GuestReadOnlyError();
    const hasSession = !input.withoutSession && environment.hasSession?.() === true;

    const scope =
      input.scope === false ? null : (input.scope ?? environment.scope() ?? (guest ? PUBLIC_SCOPE : null));
    const base = resolveBase(environment.configuredBase?.(), guest, environment.pageUrl());
    const path =
      fillPath(key.slice(separator + 1), input.params) +
      toQuery({ ...(scope ? scopeQuery(scope) : {}), ...input.query });

    const headers: Record<string, string> = {
      Accept: 'application/json',
      traceparent: newTraceparent(),
      ...(hasSession && isOwnOrigin(base, environment.pageUrl()) ? SESSION_REQUIRED : {}),
      ...(scope ? scopeHeaders(scope) : {}),
      ...(guest ? {} : environment.devHeaders?.()),
    };
    if (input.body !== undefined) headers['Content-Type'] = 'application/json';
    const preferences = [
      ...(input.respondAsync ? ['respond-async'] : []),
      ...(input.scope !== false ? [UNRATED_AS_NULL] : []),
    ];
    if (preferences.length > 0) headers['Prefer'] = preferences.join(', ');
    const isRepeatable = isWrite(method);
    if (isRepeatable) headers['Idempotency-Key'] = input.idempotencyKey ?? randomUuid();
    const token = isWrite(method) ? csrfToken(environment.cookies()) : null;
    if (token) headers['X-CSRF-Token'] = token;

    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    assertSendable(path, body);
    const init: RequestInit = {
      method,
      headers,
      credentials: 'include',
      ...(body === undefined ? {} : { body }),
      ...(input.signal ? { signal: input.signal } : {}),
    };
    async function attempt(): Promise<unknown> {
      const response = await send(base, path, init).finally(
        () => changesRows(key) && environment.onWriteEnd?.(),
      );
      if (hasSession && response.status === 401) environment.onUnauthorized?.();
      if (scope?.organizationId && isForOutsider(response)) environment.onOutside?.(scope.organizationId);
      const answer = await readAnswer(response);
      input.onHeaders?.(response.headers);
      return answer;
    }
    const answer = await (isRepeatable ? retryLostWrite(attempt, input.signal) : attempt());
    assertList(key, answer);
    return answer;
  }
  return { call: call as ApiClient['call'] };
}
