/** Fetches the description of a release that the registry only points at, or that a developer names. */
import {
  readRelease,
  RELEASE_FILE,
  type Release,
  type ReleasePointer,
} from '@hindsight/shared-contracts/registry';

const DEADLINE_MS = 4000;

/**
 * @param integrity hash that the description must have; none for a developer's own build.
 * @throws Error with a sentence that says why not.
 */
export async function fetchRelease({
  url,
  version,
  integrity,
}: Pick<ReleasePointer, 'url'> & Partial<ReleasePointer>): Promise<Release> {
  let response: Response;
  try {
    response = await fetch(url, {
      ...(integrity ? { integrity } : { cache: 'no-store' }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
  } catch {
    // With an integrity a browser gives the same error for no answer and for a wrong one.
    throw new Error(
      integrity ? `${url} cannot be reached, or is not what was released.` : `${url} cannot be reached.`,
    );
  }
  if (!response.ok) throw new Error(`${url} answered with status ${response.status}.`);
  const value = (await response.json().catch(() => null)) as { version?: unknown } | null;
  try {
    return readRelease(
      { version: version ?? String(value?.version), url, integrity: integrity ?? '' },
      value,
    );
  } catch (error) {
    throw new Error(`${url} describes no release that can be used.`, { cause: error });
  }
}

/** `http://localhost:3001` or `…/1.0.0/` or `…/remoteEntry.js` → the address of the release's description. */
export function descriptionOf(address: string): string {
  const url = new URL(address);
  const folder = url.pathname.replace(/[^/]*\.js(on)?$/, '').replace(/\/?$/, '/');
  return url.origin + folder + RELEASE_FILE;
}
