/** What `pnpm releases status` prints: what the watch of a store saw last. */
import { readStoredRegistry } from '../registryChange';
import { roleOf } from '../listReleases';
import type { Store } from '../store';
import { STATUS_HEADINGS, statusCells } from './statusRows';
import { isWatched, readWatch, type Watch } from './watchCanaries';

/** Whether automatic canaries go on by themselves now, in a sentence. */
export function isWatchedText(watch: Watch | null, now: number): string {
  if (isWatched(watch, now))
    return `The store is watched; last round ${watch!.at.slice(0, 19).replace('T', ' ')}.`;
  const last = watch ? `since ${watch.at.slice(0, 19).replace('T', ' ')}` : 'yet';
  return `Nothing has watched this store ${last}: automatic canaries wait. See "Releases that watch themselves" in docs/releases.md.`;
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
    const said = watch?.canaries[remote];
    if (said) lines.push(`  ${said}`);
  }
  return lines.join('\n');
}
