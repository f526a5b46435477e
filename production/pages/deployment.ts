/** Follows the registry that the pages are written from: what the images ship, and over it what the release store has promoted. */
import { deployedRegistry, type Registry } from '@hindsight/shared-contracts/registry';
import type { VerifyRegistry } from '../../tooling/releases/signing/verifyRegistry';
import { readRegistry } from './registrySource';
import { replaceFile } from './replaceFile';

interface Sources {
  /** Address or file of the store's registry. */
  store: string;
  /** File with the registry that the images were built with; undefined where they ship none. */
  shipped: string | undefined;
  /** File in which the store's last good registry is kept, for a restart while the store has none. */
  kept: string;
  /** Checks what the store's registry names; without it everything is taken. */
  verify?: VerifyRegistry;
}

interface Look {
  /** The registry to write pages from; null when it is the one of the look before. */
  changed: Registry | null;
  /** Why the store's newest registry cannot be used, in a sentence; null when it is used, or when nothing was promoted yet. */
  problem: string | null;
}

/** A store that had a registry and has none any more has lost it: the pages must not shrink to what the images ship. */
export function followDeployment({ store, shipped, kept, verify }: Sources): () => Promise<Look> {
  let last: string | null = null;
  /** The store's last good registry; undefined before the first look. */
  let good: Registry | null | undefined;

  async function keep(registry: Registry): Promise<void> {
    const text = JSON.stringify(registry);
    if (text === JSON.stringify(good)) return;
    good = registry;
    await replaceFile(kept, text);
  }

  return async () => {
    // A kept copy that cannot be read is none: the store is asked right after it.
    if (good === undefined) good = await readRegistry(kept).catch(() => null);
    let problem: string | null = null;
    try {
      const found = await readRegistry(store);
      if (found) {
        const verified = verify ? await verify(found, good) : { registry: found, problem: null };
        ({ problem } = verified);
        await keep(verified.registry);
      } else if (good) problem = `${store} is gone.`;
    } catch (error) {
      problem = (error as Error).message;
    }
    const registry = deployedRegistry(shipped === undefined ? null : await readRegistry(shipped), good);
    const text = JSON.stringify(registry);
    if (registry === null || text === last) return { changed: null, problem };
    last = text;
    return { changed: registry, problem };
  };
}
