/** Where browsers find a store. */
import { readStoredRegistry } from './registryChange';
import type { Store } from './store';

/**
 * The address with a trailing slash: the given one, else the one that the registry's releases already have.
 * @throws Error when neither is there, or the given one is no http address.
 */
export async function publicUrlOf(store: Store, given: string | undefined): Promise<string> {
  if (given) {
    if (!/^https?:\/\//.test(given) || !URL.canParse(given))
      throw new Error(`--public-url must be an http(s) address, not "${given}".`);
    return given.endsWith('/') ? given : `${given}/`;
  }
  const { registry } = await readStoredRegistry(store);
  for (const [name, { baseUrl, version }] of Object.entries(registry.remotes)) {
    const own = `${name}/${version}/`;
    if (baseUrl.endsWith(`/${own}`)) return baseUrl.slice(0, -own.length);
  }
  throw new Error(
    `Where do browsers find ${store.name}? Say it once with --public-url, e.g. --public-url https://files.example.org/`,
  );
}
