/** The served registry: the shipped builds, overlaid with what a release store has promoted. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deployedRegistry, parseRegistry, type Registry } from '@hindsight/shared-contracts/registry';
import { registryVerifier } from '../../tooling/releases/signing/verifyRegistry';
import { AUDIT_KEY } from '../../tooling/releases/store';
import type { GatewayConfig } from './config';
import { withOrigins } from './origins';
import { siblingFileReader, isAddress, openSource } from './source';
import { watchedFile } from './watchedFile';

export interface ServedRegistry {
  /** The last good registry; null when there never was one. */
  registry: Registry | null;
  /** Why the newest registry cannot be used, fit for display; null when it is the one served. */
  problem: string | null;
}

/** Whether anything was promoted to a folder: its audit log then contains the serial of a registry. */
async function hasPromoted(registryFile: string): Promise<boolean> {
  const record = path.join(path.dirname(registryFile), AUDIT_KEY);
  const text = await readFile(record, 'utf8').catch(() => '');
  return text.includes('"serial"');
}

async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, text);
  await rename(draft, file);
}

type RegistryConfig = Pick<
  GatewayConfig,
  'registry' | 'shippedRegistry' | 'remoteOrigins' | 'owners' | 'dataDir'
>;

/**
 * Re-reads both registries when they change and keeps the last good version of each. The store's survives a restart, so pages never fall
 * back to the shipped builds alone.
 */
export function registryReader(
  { registry: source, shippedRegistry, remoteOrigins, owners, dataDir }: RegistryConfig,
  complain: (problem: string) => void,
  now?: () => number,
): () => Promise<ServedRegistry> {
  const parse = (text: string) => withOrigins(parseRegistry(JSON.parse(text)), remoteOrigins);
  const own = openSource(source, parse, complain, now);
  if (!shippedRegistry) return async () => ({ registry: await own.read(), problem: own.problem() });
  const shipped = watchedFile(shippedRegistry, parse, complain);
  const verify = registryVerifier(siblingFileReader(source), owners ?? []);
  const kept = isAddress(source) ? path.join(dataDir, 'store-registry.json') : null;
  let last: { base: Registry | null; store: Registry | null; registry: Registry | null } | null = null;
  /** Content of the store that may be served, and why the rest may not. */
  let good: ServedRegistry = { registry: null, problem: null };
  const remembered = kept
    ? readFile(kept, 'utf8').then(
        (text) => void (good = { registry: parse(text), problem: null }),
        () => undefined,
      )
    : Promise.resolve();

  async function acceptRegistry(store: Registry | null): Promise<void> {
    if (!store) return;
    try {
      good = await verify(store, good.registry);
      if (kept) await replaceFile(kept, JSON.stringify(good.registry));
    } catch (error) {
      good = { ...good, problem: (error as Error).message };
    }
    if (good.problem) complain(good.problem);
  }

  return async () => {
    await remembered;
    const [base, store] = await Promise.all([shipped.read(), own.read()]);
    // Return the same object until one of them changes: documents are composed once for each.
    if (!last || last.base !== base || last.store !== store) {
      await acceptRegistry(store);
      last = { base, store, registry: deployedRegistry(base, good.registry) };
    }
    const { registry } = last;
    // A store without promotions has no registry yet, which is not a problem.
    const isNew = own.isMissing() && good.registry === null && !(!kept && (await hasPromoted(source)));
    return { registry, problem: isNew ? shipped.problem() : (own.problem() ?? good.problem) };
  };
}
