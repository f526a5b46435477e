/** Which shared entry points a part of a remote runs on, and which files of the host bring them. */
import type { StatsCompilation } from 'webpack';
import { isShared } from './sharedPolicy';

/** What the compiler calls the shared modules of a remote. */
const CONSUMED = /^consume shared module \(\w+\) (.+?)@/;

const isLoaded = (name: string) => /\.(js|css)$/.test(name);

/** Requests of the shared modules that a named chunk of a remote takes from the host, sorted. */
export function listSharedFiles(stats: StatsCompilation, chunk: string): string[] {
  const ids = new Set(stats.namedChunkGroups?.[chunk]?.chunks);
  const modules = (stats.chunks ?? [])
    .filter(({ id }) => id != null && ids.has(id))
    .flatMap((one) => one.modules ?? []);
  const requests = modules.map(({ name }) => CONSUMED.exec(name ?? '')?.[1]);
  return [...new Set(requests.filter((request) => request !== undefined))].sort();
}

/**
 * Files of each shared module of the host that comes after the start.
 * @param isKnown whether a file is one that the page loads anyway.
 */
export function filesOfShared(
  { chunks = [] }: StatsCompilation,
  isKnown: (file: string) => boolean,
): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const { origins = [], files = [] } of chunks) {
    const late = files.filter((file) => isLoaded(file) && !isKnown(file));
    for (const { request } of origins) {
      if (!request || !isShared(request) || late.length === 0) continue;
      const all = found.get(request) ?? new Set();
      for (const file of late) all.add(file);
      found.set(request, all);
    }
  }
  return Object.fromEntries([...found].sort().map(([request, all]) => [request, [...all].sort()]));
}
