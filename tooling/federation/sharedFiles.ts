/** Maps the parts of a remote to shared entry points, and those to the host's files. */
import type { StatsCompilation } from 'webpack';
import { isShared } from './sharedPolicy';

/** webpack's name of a shared module in a remote. */
const CONSUMED = /^consume shared module \(\w+\) (.+?)@/;

const isLoaded = (name: string) => /\.(js|css)$/.test(name);

/** Requests of the shared modules that a remote's named chunk consumes from the host, sorted. */
export function listSharedFiles(stats: StatsCompilation, chunk: string): string[] {
  const ids = new Set(stats.namedChunkGroups?.[chunk]?.chunks);
  const modules = (stats.chunks ?? [])
    .filter(({ id }) => id != null && ids.has(id))
    .flatMap((one) => one.modules ?? []);
  const requests = modules.map(({ name }) => CONSUMED.exec(name ?? '')?.[1]);
  return [...new Set(requests.filter((request) => request !== undefined))].sort();
}

/**
 * Files of each shared module that the host loads after startup.
 * @param isKnown whether the page loads a file anyway.
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
