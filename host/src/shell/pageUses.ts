/** How often each page of the sidebar was opened in this browser: which pages are fetched and asked for first, before they are opened. */
import { browserStorage, type SafeStorage } from '../session/storage';

const KEY = 'hindsight.page-uses';

/** Opened so often, a page counts half, and so do the others: what was used long ago fades. */
const MANY = 50;

function readCounts(storage: SafeStorage): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(storage.read(KEY) ?? '{}');
    return new Map(Object.entries(kept as object).filter(([, count]) => typeof count === 'number'));
  } catch {
    return new Map();
  }
}

/** Remembers that a page was opened. */
export function countUse(path: string, storage = browserStorage): void {
  const uses = readCounts(storage);
  const count = (uses.get(path) ?? 0) + 1;
  uses.set(path, count);
  const kept = [...uses].map(([page, times]) => [page, count < MANY ? times : Math.floor(times / 2)]);
  storage.write(KEY, JSON.stringify(Object.fromEntries(kept)));
}

/** Pages with those first that are opened most, else in the order that they have. */
export function byUse<T extends { path: string }>(pages: readonly T[], storage = browserStorage): T[] {
  const uses = readCounts(storage);
  const countUses = ({ path }: T) => uses.get(path) ?? 0;
  return [...pages].sort((a, b) => countUses(b) - countUses(a));
}
