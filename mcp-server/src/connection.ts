/**
 * Requests to the service over the network: each with a time-out, reads retried after transient errors, and answers for non-members
 * refused.
 */
import { type ApiClient, createApiClient } from '@hindsight/shared-contracts/api/client';
import { rejectOutsiders } from './membership';
import type { Settings } from './settings';

const REQUEST_TIMEOUT_MS = 30_000;
/** Milliseconds before each retry of a read. */
const READ_PAUSES_MS: readonly number[] = [300, 1200];
const PASSING: ReadonlySet<number> = new Set([502, 503, 504]);

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Connection {
  fetch?: typeof fetch;
  timeoutMs?: number;
  pausesMs?: readonly number[];
  /** Name of the calling program, for the `User-Agent` header. */
  program?: () => string;
}

/** A fetch with a time-out. The client itself retries writes, because it knows their idempotency key. */
function withTimeout({
  fetch: send = fetch,
  timeoutMs = REQUEST_TIMEOUT_MS,
  pausesMs = READ_PAUSES_MS,
}: Connection): typeof fetch {
  return async (input, init = {}) => {
    const once = () => {
      // Not `AbortSignal.timeout`: Node 20 may collect one that only `AbortSignal.any` refers to, and then it never fires.
      const limit = new AbortController();
      setTimeout(
        () => limit.abort(new DOMException('No response in time.', 'TimeoutError')),
        timeoutMs,
      ).unref();
      const signals = [limit.signal, ...(init.signal ? [init.signal] : [])];
      return send(input, { ...init, signal: AbortSignal.any(signals) });
    };
    for (const pause of init.method === 'GET' ? pausesMs : []) {
      const response = await once().catch((error: unknown) => {
        // Canceled by the caller, so do not retry.
        if (init.signal?.aborted) throw error;
        return null;
      });
      if (response && !PASSING.has(response.status)) return response;
      await wait(pause);
    }
    return once();
  };
}

/** The service's typed client for one identity. */
export function connect(
  { baseUrl, identity, defaults }: Pick<Settings, 'baseUrl' | 'identity' | 'defaults'>,
  connection: Connection = {},
): ApiClient {
  return createApiClient({
    configuredBase: () => baseUrl,
    pageUrl: () => new URL(baseUrl),
    scope: () => defaults.scope,
    isGuest: () => false,
    devHeaders: () => ({
      ...identity,
      ...(defaults.agentId !== null && { 'X-Agent-Id': defaults.agentId }),
      ...(connection.program && { 'User-Agent': connection.program() }),
    }),
    cookies: () => '',
    fetch: rejectOutsiders(withTimeout(connection)),
  });
}
