/** Finds out why a file did not load: a script element tells nothing, a fetch tells the status, the type and the content. */
import type { Diagnosis } from './failure';

/** The content's hash in the form of an integrity attribute; null where the browser has no cryptography (plain http). */
async function sha384(content: ArrayBuffer): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', content));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}

async function examine(url: string, response: Response, integrity: string | undefined): Promise<Diagnosis> {
  const { origin, pathname } = new URL(url);
  if (!response.ok) {
    return {
      kind: 'unreachable',
      reason: `The server at ${origin} answered with status ${response.status}.`,
    };
  }
  const type = response.headers.get('Content-Type') ?? '';
  if (!/javascript|css|json/.test(type)) {
    return {
      kind: 'unreachable',
      reason: `The server at ${origin} answered with something that is not a program (${type || 'no type'}).`,
    };
  }
  const found = integrity ? await sha384(await response.arrayBuffer()) : null;
  if (found && found !== integrity) {
    return {
      kind: 'tampered',
      reason: `The file ${pathname} from ${origin} is not the one that was released: its content was changed. It was refused.`,
    };
  }
  return { kind: 'broken', reason: `The file ${url} was delivered, but could not be run.` };
}

/** @param deadline milliseconds that the server had. */
export const hung = (url: string, deadline: number): Diagnosis => ({
  kind: 'timeout',
  reason: `The server at ${new URL(url).origin} did not answer within ${Math.round(deadline / 1000)} seconds.`,
});

/** A browser gives the same error for no server and for an answer that this page must not read, e.g. an error page without CORS. */
async function unreadable(url: string, deadline: number): Promise<Diagnosis> {
  const { origin } = new URL(url);
  const request = { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(deadline) } as const;
  const answers = await fetch(url, request).then(
    () => true,
    () => false,
  );
  const reason = answers
    ? `The server at ${origin} answered, but not for this page: with an error, or without the header Access-Control-Allow-Origin.`
    : `The server at ${origin} cannot be reached.`;
  return { kind: 'unreachable', reason };
}

/**
 * @param url address of the file that failed.
 * @param deadline milliseconds.
 * @param integrity hash that it should have, `sha384-…`.
 */
export async function explain(url: string, deadline: number, integrity?: string): Promise<Diagnosis> {
  try {
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(deadline) });
    return await examine(url, response, integrity);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return hung(url, deadline);
    return unreadable(url, deadline);
  }
}
