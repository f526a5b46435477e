/** What `pnpm releases status` prints: what the watch of a store saw last. */
import { readStoredRegistry } from '../registryChange';
import { roleOf } from '../listReleases';
import { mayPromote } from '../signing/keyList';
import { keysOf } from '../signing/signChange';
import type { Store } from '../store';
import { reasonLines, STATUS_HEADINGS, statusCells } from './statusRows';
import { isWatched } from './watchCanaries';
import { readWatch, type Watch } from './watchFile';

/** Whether automatic canaries go on by themselves now, in a sentence. */
export function isWatchedText(watch: Watch | null, now: number): string {
  if (isWatched(watch, now))
    return `The store is watched; last round ${watch!.at.slice(0, 19).replace('T', ' ')}.`;
  const last = watch ? `since ${watch.at.slice(0, 19).replace('T', ' ')}` : 'yet';
  return `Nothing has watched this store ${last}: automatic canaries wait. See "Releases that watch themselves" in docs/releases.md.`;
}

/**
 * An automatic canary that nothing could stop must not begin.
 * @throws Error when the program that watches has no key that may change the remote, and the store asks for one.
 */
export async function refuseWatchWithoutKey(store: Store, remote: string, now: number): Promise<void> {
  const [list, watch] = [await keysOf(store), await readWatch(store)];
  if (!list || !isWatched(watch, now)) return;
  const signer = list.keys.find(({ id }) => id === watch?.key);
  if (!signer || !mayPromote(signer, remote))
    throw new Error(
      `What watches ${store.name} has no key that may promote ${remote}, so it could neither stop nor grow this canary. Give it one with RELEASES_KEY_FILE.`,
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

/** @param only one remote; all by default. */
export async function watchStatus(store: Store, now: number, only?: string): Promise<string> {
  const { registry } = await readStoredRegistry(store);
  const watch = await readWatch(store);
  const lines = [isWatchedText(watch, now)];
  for (const remote of only === undefined ? Object.keys(registry.remotes) : [only]) {
    const all = watch?.releases.filter((release) => release.remote === remote) ?? [];
    const live = all.find(({ version }) => version === registry.remotes[remote]?.version);
    const cells = all.map((figures) => statusCells(figures, live));
    const roles = ['', ...all.map(({ version }) => roleOf(registry, remote, version))];
    const table = aligned([STATUS_HEADINGS, ...cells]).map((line, index) =>
      `  ${line}  ${roles[index]}`.trimEnd(),
    );
    lines.push('', remote, ...(all.length > 0 ? table : ['  nothing reported']));
    lines.push(...reasonLines(all).map((line) => `  ${line}`));
    const said = watch?.canaries[remote];
    if (said) lines.push(`  ${said}`);
  }
  return lines.join('\n');
}
