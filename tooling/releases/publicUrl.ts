/** Public URL of a store. */
import { readAudit } from './audit';
import { readStoredRegistry } from './registryChange';
import type { Store } from './store';

/**
 * The URL with a trailing slash: the given one, else the one used by releases in the registry or the audit log.
 * @throws Error when there is none, or the given one is not an http(s) address.
 */
export async function resolvePublicUrl(store: Store, given: string | undefined): Promise<string> {
  if (given) {
    if (!/^https?:\/\//.test(given) || !URL.canParse(given))
      throw new Error(`--public-url must be an http(s) address, not "${given}".`);
    return given.endsWith('/') ? given : `${given}/`;
  }
  // Ignores a broken registry here; operations that need it report it.
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
    `Where do browsers find ${store.name}? Set it once with --public-url, e.g. --public-url https://files.example.org/`,
  );
}
