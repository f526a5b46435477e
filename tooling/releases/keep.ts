/** Forgets old versions: pages that are open for long still need theirs, so the newest of them stay. */
import { RELEASE_FILE, type Registry } from '@hindsight/shared-contracts/registry';
import { appendAudit } from './audit';
import { type Author, readStoredRegistry } from './registryChange';
import type { Store } from './store';

/** Versions of one remote that stay online. */
export const KEPT_VERSIONS = 10;

/** Versions that a browser may get: the stable one, the one before it, a canary. */
function versionsInUse({ remotes, rollout }: Registry, remote: string): Set<string> {
  const { previous, canary } = rollout?.[remote] ?? {};
  const used = [remotes[remote]?.version, previous?.version, canary?.to.version];
  return new Set(used.filter((version) => version !== undefined));
}

interface StoredVersion {
  version: string;
  builtAt: string;
}

/** Empty for a description that is broken: its version is then the oldest, and nobody gets it. */
function builtAtOf(description = ''): string {
  try {
    return (JSON.parse(description) as { builtAt?: string }).builtAt ?? '';
  } catch {
    return '';
  }
}

/** Published versions of a remote, newest first. */
export async function publishedVersions(store: Store, remote: string): Promise<StoredVersion[]> {
  const files = (await store.list(remote)).filter((file) => file.split('/')[1] === RELEASE_FILE);
  const versions = await Promise.all(
    files.map(async (file) => {
      const stored = await store.read(`${remote}/${file}`);
      return { version: file.split('/')[0] ?? '', builtAt: builtAtOf(stored?.bytes.toString('utf8')) };
    }),
  );
  return versions.sort((left, right) => right.builtAt.localeCompare(left.builtAt));
}

/**
 * Removes all but the newest versions, and never one in use.
 * @param keep how many stay, those in use included.
 * @returns the removed versions.
 */
export async function forgetOldVersions(
  store: Store,
  remote: string,
  author: Author,
  keep = KEPT_VERSIONS,
): Promise<string[]> {
  return store.alone(async () => {
    const used = versionsInUse((await readStoredRegistry(store)).registry, remote);
    const idle = (await publishedVersions(store, remote)).filter(({ version }) => !used.has(version));
    const gone = idle.slice(Math.max(0, keep - used.size)).map(({ version }) => version);
    for (const version of gone) await store.removeFolder(`${remote}/${version}`);
    const when = new Date().toISOString();
    const lines = gone.map((version) => ({
      when,
      ...author,
      what: 'remove' as const,
      remote,
      from: version,
      to: null,
      reason: `more than ${keep} versions`,
    }));
    if (lines.length > 0) await appendAudit(store, lines);
    return gone;
  });
}
