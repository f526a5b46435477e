/** Removes old versions; the newest stay, because pages that have been open for long still need theirs. */
import { RELEASE_FILE } from '@hindsight/shared-contracts/registry';
import { appendAudit, type AuditLine, findRollback } from './audit';
import { mapsFolder } from './makeRelease';
import { type Author, readStoredRegistry } from './registryChange';
import type { Store } from './store';
import { versionsInUse } from './versionsInUse';

/** Number of versions of a remote that stay published. */
export const KEPT_VERSIONS = 10;

interface StoredVersion {
  version: string;
  builtAt: string;
  /** Commit it was built from; empty if unknown. */
  commit: string;
}

/** Empty for a broken description: the version then sorts as the oldest, and no browser gets it. */
function readBuildInfo(description = ''): Omit<StoredVersion, 'version'> {
  try {
    const { builtAt, commit } = JSON.parse(description) as { builtAt?: string; commit?: string | null };
    return { builtAt: builtAt ?? '', commit: commit ?? '' };
  } catch {
    return { builtAt: '', commit: '' };
  }
}

/** Published versions of a remote, newest first. */
export async function publishedVersions(store: Store, remote: string): Promise<StoredVersion[]> {
  const files = (await store.list(remote)).filter((file) => file.split('/')[1] === RELEASE_FILE);
  const versions = await Promise.all(
    files.map(async (file) => {
      const stored = await store.read(`${remote}/${file}`);
      return { version: file.split('/')[0] ?? '', ...readBuildInfo(stored?.bytes.toString('utf8')) };
    }),
  );
  return versions.sort((left, right) => right.builtAt.localeCompare(left.builtAt));
}

/** The newest published version of a remote that was never rolled back; null when there is none. */
export async function newestVersion(
  store: Store,
  remote: string,
  record: readonly AuditLine[],
): Promise<string | null> {
  const published = await publishedVersions(store, remote);
  return published.find(({ version }) => !findRollback(record, remote, version))?.version ?? null;
}

/**
 * Removes all but the newest versions, and never one in use.
 * @param keep number of versions to keep, including those in use.
 * @returns the removed versions.
 */
export async function pruneVersions(
  store: Store,
  remote: string,
  { who }: Author,
  keep = KEPT_VERSIONS,
): Promise<string[]> {
  return store.alone(async () => {
    const used = new Set(versionsInUse((await readStoredRegistry(store)).registry, remote));
    const idle = (await publishedVersions(store, remote)).filter(({ version }) => !used.has(version));
    const gone = idle.slice(Math.max(0, keep - used.size)).map(({ version }) => version);
    for (const version of gone) {
      await store.removeFolder(`${remote}/${version}`);
      await store.removeFolder(mapsFolder(remote, version));
    }
    const when = new Date().toISOString();
    const lines = gone.map((version) => ({
      when,
      who,
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
