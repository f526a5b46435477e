/** Client types derived from the endpoint table, so a wrong call does not compile. */
import type { z } from 'zod';
import type { Endpoints } from '../endpoints';
import type { ActiveScope } from '../../events/scope';

export type CallKey = keyof Endpoints;

type Part<K extends CallKey, P extends string> =
  Endpoints[K] extends Record<P, infer S extends z.ZodType> ? z.input<S> : never;

type Answer<K extends CallKey> = Endpoints[K] extends { response: infer S extends z.ZodType }
  ? z.output<S>
  : null;

type With<Name extends string, T> = [T] extends [never]
  ? { [N in Name]?: undefined }
  : undefined extends T
    ? { [N in Name]?: T }
    : object extends T
      ? { [N in Name]?: T }
      : { [N in Name]: T };

export type CallInput<K extends CallKey> = With<'params', Part<K, 'params'>> &
  With<'query', Part<K, 'query'>> &
  With<'body', Part<K, 'body'>> & {
    signal?: AbortSignal;
    /**
     * Asks the service to respond at once with a job and continue in the background (`Prefer: respond-async`). Work that finishes at once
     * gets the normal response, so check the response for a `job_id`.
     */
    respondAsync?: boolean;
    /**
     * Every write carries a key (`Idempotency-Key`), under which the client retries it when its response is lost. A caller that lets a
     * person retry after a failure passes the same key both times, so the write is not carried out twice.
     */
    idempotencyKey?: string;
    /** `false` omits the scope for this call; a scope overrides the active one. */
    scope?: ActiveScope | false;
    /** Receives the headers of a successful response before the call resolves, e.g. for `readSearchMetadata`. */
    onHeaders?: (headers: Headers) => void;
    /** The call carries its own credentials, e.g. the token of a link: it is sent in guest mode too, and to the usual base. */
    withoutSession?: true;
  };

export type CallAnswer<K extends CallKey> = Answer<K>;

export interface ApiClient {
  /**
   * Makes one call of the endpoint table.
   * @throws ApiError for an error status, NetworkError without a response, UnexpectedAnswerError for a body that is not JSON or lacks the
   * rows of a list, GuestReadOnlyError for a write in guest mode, and a DOMException named AbortError when the signal aborts.
   */
  call<K extends CallKey>(
    key: K,
    ...input: object extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]
  ): Promise<CallAnswer<K>>;
}

/** What the client needs from the page that it runs in. */
export interface ClientEnvironment {
  /** Configured base URL, e.g. `/api` or `https://api.example.org`; `/api` if absent. Read at each call. */
  configuredBase?(): string;
  /** Port of the service on a developer's machine; 8000 if absent. */
  localBackendPort?(): number;
  /** URL of the page, for the https upgrade and the local fallback. */
  pageUrl(): URL;
  scope(): ActiveScope | null;
  isGuest(): boolean;
  /** Whether a person is signed in: calls then require the session, so none gets a guest's answer. */
  hasSession?(): boolean;
  /** Called after each attempt of a write that may have changed rows, answered or not: earlier reads may be stale. */
  onWriteEnd?(): void;
  /** Called when a signed-in person's call gets 401. */
  onUnauthorized?(): void;
  /** Headers of development mode; empty elsewhere. */
  devHeaders?(): Record<string, string>;
  cookies(): string;
  /** Called when a response shows that the person is not a member of the organization in scope. */
  onOutside?(organizationId: string): void;
  fetch?: typeof fetch;
  /** Response to a request that was sent before the client existed; null if there is none. */
  early?(address: string, init: RequestInit): Promise<Response | null>;
}
