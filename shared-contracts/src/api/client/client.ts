/** The only way to call the service: builds requests by the shared rules and turns answers into values or typed errors. */
import { PUBLIC_SCOPE } from '../../events/scope';
import { SESSION_REQUIRED } from '../requestHeaders';
import { randomUuid } from '../../rules/ids';
import { UNRATED_AS_NULL } from '../requestHeaders';
import { GuestReadOnlyError } from './errors';
import { assertList } from './lists';
import { createSend } from './localFallback';
import { readAnswer } from './readAnswer';
import { repeatLost } from './retryWrite';
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
  onHeaders?: (headers: Headers) => void;
  scope?: false | ReturnType<ClientEnvironment['scope']>;
}

/** Makes the client of one page. All state (scope, guest mode, cookies) is read at each call. */
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
    const answer = await (isRepeatable ? repeatLost(attempt, input.signal) : attempt());
    assertList(key, answer);
    return answer;
  }
  return { call: call as ApiClient['call'] };
}
