/** On a developer's machine, a read that the gateway could not carry is sent once more, to the local backend. */
import { isAbort, NetworkError } from './errors';
import { isWrite, localFallbackBase } from './request';
import { createTaggedFetch } from './tags';
import type { ClientEnvironment } from './types';

/** Milliseconds for which a local backend is left alone after it did not answer: each vain attempt is an error in the console. */
const FALLBACK_PAUSE_MS = 60_000;

type Send = (base: string, path: string, init: RequestInit) => Promise<Response>;

/**
 * Writes have no fallback: the first attempt may have reached the service. The backend itself knows no session, so its 401 says
 * nothing about the person, and the first failure counts.
 */
export function createSend(environment: ClientEnvironment): Send {
  const send = createTaggedFetch(environment.fetch ?? ((input, init) => fetch(input, init)));
  let pausedUntil = 0;

  /** The backend's answer; null when there is none to use. */
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
