/** Where browsers find a store. */
import { readAudit } from './audit';
import { readStoredRegistry } from './registryChange';
import type { Store } from './store';

/**
 * The address with a trailing slash: the given one, else the one that releases in the registry or in the record already have.
 * @throws Error when there is none, or the given one is no http address.
 */
export async function resolvePublicUrl(store: Store, given: string | undefined): Promise<string> {
  if (given) {
    if (!/^https?:\/\//.test(given) || !URL.canParse(given))
      throw new Error(`--public-url must be an http(s) address, not "${given}".`);
    return given.endsWith('/') ? given : `${given}/`;
  }
  // Of a broken registry nothing is known; what needs it says so.
  const stored = await readStoredRegistry(store).catch(() => null);
  const releases = Object.entries(stored?.registry.remotes ?? {}).map(([remote, { baseUrl, version }]) => ({
    remote,
    version,
    url: baseUrl,
  }));
  const record = (await readAudit(store)).toReversed();
  const written = record.map(({ remote, to, url = '' }) => ({ remote, version: to, url }));
  for (const { remote, version, url } of [...releases, ...written]) {
    const at = url.lastIndexOf(`/${remote}/${version}/`);
    if (at >= 0) return url.slice(0, at + 1);
  }
  throw new Error(
    `Where do browsers find ${store.name}? Say it once with --public-url, e.g. --public-url https://files.example.org/`,
  );
}
