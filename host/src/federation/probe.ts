/** Finds out why a script did not load: a script element tells nothing, a fetch tells the status and the type. */
import type { RemoteFailureKind } from './types';

export interface Diagnosis {
  kind: RemoteFailureKind;
  reason: string;
}

/**
 * @param url address of the script that failed.
 * @param deadline milliseconds.
 */
export async function probe(url: string, deadline: number): Promise<Diagnosis> {
  const { origin } = new URL(url);
  const seconds = Math.round(deadline / 1000);
  try {
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(deadline) });
    void response.body?.cancel();
    if (!response.ok)
      return {
        kind: 'unreachable',
        reason: `The server at ${origin} answered with status ${response.status}.`,
      };
    const type = response.headers.get('Content-Type') ?? '';
    if (!type.includes('javascript')) {
      return {
        kind: 'unreachable',
        reason: `The server at ${origin} answered with something that is not a program (${type || 'no type'}).`,
      };
    }
    return { kind: 'broken', reason: `The file ${url} was delivered, but could not be run.` };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return { kind: 'timeout', reason: `The server at ${origin} did not answer within ${seconds} seconds.` };
    }
    return { kind: 'unreachable', reason: `The server at ${origin} cannot be reached.` };
  }
}
