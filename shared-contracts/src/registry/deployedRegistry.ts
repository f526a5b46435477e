/** What a deployment offers: the remotes that it ships, and over them what was promoted since. */
import { REGISTRY_SCHEMA, type Registry } from './registry';

/**
 * Adds a store's registry to the one that the deployment ships, remote by remote: the first promotion of one remote replaces that remote
 * alone. What the store has retired is gone from both.
 * @param shipped registry of the builds that were deployed together; null for none.
 * @param store registry of the release store; null as long as nothing was promoted.
 * @returns null when there is neither.
 */
export function deployedRegistry(shipped: Registry | null, store: Registry | null): Registry | null {
  if (!store) return shipped;
  const retired = new Set(store.retired);
  const remotes = Object.entries({ ...shipped?.remotes, ...store.remotes }).filter(
    ([name]) => !retired.has(name),
  );
  return { ...store, schema: REGISTRY_SCHEMA, remotes: Object.fromEntries(remotes) };
}
