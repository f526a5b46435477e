/** Reads the `release.json` that a pointer names. */
import { parseRelease } from './parse';
import type { Release } from './registry';
import type { ReleasePointer } from './rollout';

/** Describes a version in its folder. Contains no URL, so that the folder can be moved or copied. */
export const RELEASE_FILE = 'release.json';

/**
 * Parses a `release.json`.
 * @param pointer where the file came from; its folder becomes the release's `baseUrl`.
 * @param value content of the file; the caller verifies its hash, e.g. with `fetch(url, { integrity })`.
 * @throws Error if it is not a release, or is one of another version.
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
