/** The registry that the gateway serves: the builds of this clone, and over them what a folder of releases has promoted. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deployedRegistry, parseRegistry, type Registry } from '@hindsight/shared-contracts/registry';
import type { ReadFile } from '../../releases/signing/keyList';
import { registryVerifier } from '../../releases/signing/verifyRegistry';
import { AUDIT_KEY } from '../../releases/store';
import type { GatewayConfig } from './config';
import { withOrigins } from './origins';
import { watchedFile } from './watchedFile';

export interface ServedRegistry {
  /** The last good registry; null when there never was one. */
  registry: Registry | null;
  /** Why the newest registry cannot be used, in words that may be shown; null when it is the one that is served. */
  problem: string | null;
}

/** Whether something was promoted to the store: its record then names the serial of a registry. */
async function hasPromoted(registryFile: string): Promise<boolean> {
  const record = path.join(path.dirname(registryFile), AUDIT_KEY);
  const text = await readFile(record, 'utf8').catch(() => '');
  return text.includes('"serial"');
}

const besideFile =
  (registryFile: string): ReadFile =>
  (key) =>
    readFile(path.join(path.dirname(registryFile), ...key.split('/'))).catch(() => null);

/** Reads both files again when they change, and keeps the last good reading of each. */
export function registryReader(
  {
    registryFile,
    shippedRegistryFile,
    remoteOrigins,
    owners,
  }: Pick<GatewayConfig, 'registryFile' | 'shippedRegistryFile' | 'remoteOrigins' | 'owners'>,
  complain: (problem: string) => void,
): () => Promise<ServedRegistry> {
  const parse = (text: string) => withOrigins(parseRegistry(JSON.parse(text)), remoteOrigins);
  const own = watchedFile(registryFile, parse, complain);
  if (!shippedRegistryFile) return async () => ({ registry: await own.read(), problem: own.problem() });
  const shipped = watchedFile(shippedRegistryFile, parse, complain);
  const verify = registryVerifier(besideFile(registryFile), owners ?? []);
  let last: { base: Registry | null; store: Registry | null; registry: Registry | null } | null = null;
  /** What of the store may be served, and why the rest may not. */
  let good: { registry: Registry | null; problem: string | null } = { registry: null, problem: null };

  async function take(store: Registry | null): Promise<void> {
    if (!store) return;
    try {
      good = await verify(store, good.registry);
    } catch (error) {
      good = { ...good, problem: (error as Error).message };
    }
    if (good.problem) complain(good.problem);
  }

  return async () => {
    const [base, store] = await Promise.all([shipped.read(), own.read()]);
    // The same object until one of the files changes: documents are composed once for each.
    if (!last || last.base !== base || last.store !== store) {
      await take(store);
      last = { base, store, registry: deployedRegistry(base, good.registry) };
    }
    const { registry } = last;
    // A folder to which nothing was promoted yet has no registry, and nothing is wrong with that.
    const isNew = store === null && !(await hasPromoted(registryFile));
    return { registry, problem: isNew ? shipped.problem() : (own.problem() ?? good.problem) };
  };
}
