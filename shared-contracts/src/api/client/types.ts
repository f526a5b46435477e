/** Types of the client: derived from the endpoint table, so a wrong call does not compile. */
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
     * Asks the service to answer at once with a job and to go on with the work (`Prefer: respond-async`).
     * Work that is done at once is answered as without it, so the answer has to be checked for a `job_id`.
     */
    respondAsync?: boolean;
    /**
     * Every write carries a key (`Idempotency-Key`), with which the client repeats it when its answer is lost. A caller that lets a
     * person try again after a failure passes the same key both times: what was carried out is not carried out again.
     */
    idempotencyKey?: string;
    /** `false` leaves the scope out of this call; a scope replaces the active one for this call. */
    scope?: ActiveScope | false;
    /** Gets the headers of a successful answer before the call resolves, e.g. for `searchMetadataOf`. */
    onHeaders?: (headers: Headers) => void;
    /** The call proves itself, e.g. by the token of a link: it is sent in guest mode too, and to the usual base. */
    withoutSession?: true;
  };

export type CallAnswer<K extends CallKey> = Answer<K>;

export interface ApiClient {
  /**
   * Makes one call of the endpoint table.
   * @throws ApiError for a status other than success, NetworkError when no answer came, UnexpectedAnswerError for a body that is
   * not JSON or lacks the rows of a list, GuestReadOnlyError for a write in guest mode, and a DOMException named AbortError when
   * the signal fires.
   */
  call<K extends CallKey>(
    key: K,
    ...input: object extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]
  ): Promise<CallAnswer<K>>;
}

/** What the client needs to know of the page it runs in. */
export interface ClientEnvironment {
  /** Configured base, e.g. `/api` or `https://api.example.org`; `/api` when absent. Read at each call. */
  configuredBase?(): string;
  /** Port of the service on a developer's machine; 8000 when absent. */
  localBackendPort?(): number;
  /** Address of the page, for the https upgrade and the local fallback. */
  pageUrl(): URL;
  scope(): ActiveScope | null;
  isGuest(): boolean;
  /** Whether a person is signed in: calls then demand the session, so that none is answered as a guest's. */
  hasSession?(): boolean;
  /** Called when the answer to a write that may have changed rows has come, or none will: what was read before may be out of date. */
  onWriteEnd?(): void;
  /** Called when a call of a signed-in person is answered with 401. */
  onUnauthorized?(): void;
  /** Headers of the development mode; empty elsewhere. */
  devHeaders?(): Record<string, string>;
  cookies(): string;
  /** Called when the answer to a call about an organization is one for someone who is not a member of it. */
  onOutside?(organizationId: string): void;
  fetch?: typeof fetch;
  /** The answer to a request that was sent before the client was there; null where there is none. */
  early?(address: string, init: RequestInit): Promise<Response | null>;
}
