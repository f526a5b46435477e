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
  if (!response.ok)
    return { kind: 'missing', reason: `The server at ${origin} answered with status ${response.status}.` };
  const type = response.headers.get('Content-Type') ?? '';
  if (!/javascript|css|json/.test(type)) {
    return {
      kind: 'missing',
      reason: `The server at ${origin} returned something that isn’t a script (${type || 'no type'}).`,
    };
  }
  const found = integrity ? await sha384(await response.arrayBuffer()) : null;
  if (found && found !== integrity) {
    return {
      kind: 'tampered',
      reason: `The file ${pathname} from ${origin} doesn’t match its release, so it was blocked.`,
    };
  }
  return { kind: 'unreachable', reason: `The file ${url} failed to load, although its server responds now.` };
}

/**
 * Requests a file that failed once more, to say what is wrong with it.
 * @param url address of the file that failed.
 * @param integrity hash that it should have, `sha384-…`.
 * @returns never rejects.
 */
export async function explain(url: string, integrity?: string): Promise<Diagnosis> {
  try {
    return await examine(url, await fetch(url, { cache: 'no-store' }), integrity);
  } catch {
    return { kind: 'unreachable', reason: `The server at ${new URL(url).origin} cannot be reached.` };
  }
}
