/** Merges the remotes that a deployment ships with those promoted since. */
import { REGISTRY_SCHEMA, type Registry } from './registry';

/**
 * Overlays the release store's registry on the shipped one, remote by remote: promoting one remote replaces only that remote. Retired
 * remotes are removed from both.
 * @param shipped registry of the builds that were deployed together; null if none.
 * @param store registry of the release store; null before the first promotion.
 * @returns null if there is neither.
 */
export function deployedRegistry(shipped: Registry | null, store: Registry | null): Registry | null {
  if (!store) return shipped;
  const retired = new Set(store.retired);
  const remotes = Object.entries({ ...shipped?.remotes, ...store.remotes }).filter(
    ([name]) => !retired.has(name),
  );
  return { ...store, schema: REGISTRY_SCHEMA, remotes: Object.fromEntries(remotes) };
}
