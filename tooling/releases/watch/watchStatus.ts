/** Output of `pnpm releases status`: the last observations of a store's watch. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { readStoredRegistry } from '../registryChange';
import { type AuditLine, readAudit, findRollback } from '../audit';
import { rolledBackText } from '../lastGood';
import { releaseRole } from '../listReleases';
import { mayPromote } from '../signing/keyList';
import { readKeyList } from '../signing/signChange';
import { reasonInSource } from '../source';
import type { Store } from '../store';
import type { ReleaseFigures } from './figures';
import { partText, reasonLines, STATUS_HEADINGS, statusCells } from './statusRows';
import { isWatched } from './watchCanaries';
import { readWatch, type Watch } from './watchFile';

/** Whether automatic canaries currently advance, as a sentence. */
export function isWatchedText(watch: Watch | null, now: number): string {
  if (isWatched(watch, now))
    return `The store is watched; last round ${watch!.at.slice(0, 19).replace('T', ' ')}.`;
  const last = watch ? `since ${watch.at.slice(0, 19).replace('T', ' ')}` : 'yet';
  return `No watcher has run for this store ${last}, so automatic canaries are paused. See "Releases that watch themselves" in docs/releases.md.`;
}

/**
 * Prevents an automatic canary that nothing could stop.
 * @throws Error when the store uses keys and the watching program has none that may change the remote.
 */
export async function refuseWatchWithoutKey(store: Store, remote: string, now: number): Promise<void> {
  const [list, watch] = [await readKeyList(store), await readWatch(store)];
  if (!list || !isWatched(watch, now)) return;
  const signer = list.keys.find(({ id }) => id === watch?.key);
  if (!signer || !mayPromote(signer, remote))
    throw new Error(
      `The watcher of ${store.name} has no key that may promote ${remote}, so it couldn’t stop or advance this canary. Set RELEASES_KEY_FILE for it.`,
    );
}

const aligned = (lines: readonly (readonly string[])[]) =>
  lines.map((cells) =>
    cells
      .map((cell, column) => {
        const width = Math.max(...lines.map((line) => line[column]?.length ?? 0));
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  '),
  );

/** Versions in use, and formerly used ones of this store; the store cannot tell whether a build shipped with the deployment is in use. */
function knownReleases(all: readonly ReleaseFigures[], registry: Registry, record: readonly AuditLine[]) {
  return all.filter(({ remote, version }) => {
    const isOwn = ({ what, remote: name, to }: AuditLine) =>
      what === 'release' && name === remote && to === version;
    return releaseRole(registry, remote, version) !== '' || record.some(isOwn);
  });
}

/** @param only one remote; all by default. */
export async function watchStatus(store: Store, now: number, only?: string): Promise<string> {
  const { registry } = await readStoredRegistry(store);
  const watch = await readWatch(store);
  const record = await readAudit(store);
  const releases = knownReleases(watch?.releases ?? [], registry, record);
  const lines = [isWatchedText(watch, now)];
  const remotes = new Set([...Object.keys(registry.remotes), ...releases.map(({ remote }) => remote)]);
  for (const remote of only === undefined ? remotes : [only]) {
    const all = releases.filter((release) => release.remote === remote);
    const live = all.find(({ version }) => version === registry.remotes[remote]?.version);
    const cells = all.map((figures) => statusCells(figures, live));
    const roles = ['', ...all.map((figures) => partText(registry, figures))];
    const table = aligned([STATUS_HEADINGS, ...cells]).map((line, index) =>
      `  ${line}  ${roles[index]}`.trimEnd(),
    );
    lines.push('', remote, ...(all.length > 0 ? table : ['  nothing reported']));
    const explained = all.map(async (figures) => ({
      ...figures,
      reason: figures.reason && (await reasonInSource(store, figures, figures.reason)),
    }));
    lines.push(...reasonLines(await Promise.all(explained)).map((line) => `  ${line}`));
    for (const { version } of all) {
      const undone = findRollback(record, remote, version);
      if (undone) lines.push(`  ${version} ${rolledBackText(undone)}`);
    }
    const said = watch?.canaries[remote];
    if (said) lines.push(`  ${said}`);
  }
  return lines.join('\n');
}
