/** Counts how often each sidebar page was opened in this browser, which determines the prefetch order. */
import { browserStorage, type SafeStorage } from '../session/storage';

const KEY = 'hindsight.page-uses';

/** Count at which the counts of all pages are halved, so that old uses fade. */
const MANY = 50;

function readCounts(storage: SafeStorage): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(storage.read(KEY) ?? '{}');
    return new Map(Object.entries(kept as object).filter(([, count]) => typeof count === 'number'));
  } catch {
    return new Map();
  }
}

/** Counts one use of a page. */
export function countUse(path: string, storage = browserStorage): void {
  const uses = readCounts(storage);
  const count = (uses.get(path) ?? 0) + 1;
  uses.set(path, count);
  const kept = [...uses].map(([page, times]) => [page, count < MANY ? times : Math.floor(times / 2)]);
  storage.write(KEY, JSON.stringify(Object.fromEntries(kept)));
}

/** Sorts pages by use, most used first; ties keep their order. */
export function byUse<T extends { path: string }>(pages: readonly T[], storage = browserStorage): T[] {
  const uses = readCounts(storage);
  const countUses = ({ path }: T) => uses.get(path) ?? 0;
  return [...pages].sort((a, b) => countUses(b) - countUses(a));
}
