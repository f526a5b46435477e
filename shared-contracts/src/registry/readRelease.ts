/** Reads the `release.json` that a pointer names. */
import { parseRelease } from './parse';
import type { Release } from './registry';
import type { ReleasePointer } from './rollout';

/** File of a version's folder that describes it. It holds no address, so that a folder can be moved or copied. */
export const RELEASE_FILE = 'release.json';

/**
 * @param pointer where the file came from; its folder is the release's `baseUrl`.
 * @param value content of the file; its hash is for the caller to check, e.g. `fetch(url, { integrity })`.
 * @throws Error when it is not a release, or one of another version.
 */
export function readRelease(pointer: ReleasePointer, value: unknown): Release {
  const release = parseRelease({
    ...(typeof value === 'object' ? value : null),
    baseUrl: new URL('.', pointer.url).href,
  });
  if (release.version !== pointer.version) {
    throw new Error(`${pointer.url} describes ${release.version}, not ${pointer.version}.`);
  }
  return release;
}
