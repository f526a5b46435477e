/** Browser timings of a release's files. */

export interface Timings {
  files: number;
  /** Encoded size, from the network or the cache; 0 when the server does not expose it to pages. */
  bytes: number;
  /** Load time of the entry in milliseconds; null when this document did not fetch it. */
  entryMs: number | null;
  /** Load time of the slowest file in milliseconds. */
  slowestMs: number | null;
}

type Entry = Pick<PerformanceResourceTiming, 'name' | 'encodedBodySize' | 'duration'>;

const read = () => performance.getEntriesByType('resource') as PerformanceResourceTiming[];

/**
 * @param baseUrl folder of the release.
 * @param entry file name of its container.
 */
export function readTimings(baseUrl: string, entry: string, entries: readonly Entry[] = read()): Timings {
  // A preload and the script that uses it are two entries for one file.
  const files = new Map<string, Entry>();
  for (const one of entries) {
    if (!one.name.startsWith(baseUrl)) continue;
    const file = one.name.split('?')[0] ?? one.name;
    const known = files.get(file);
    if (!known || known.duration < one.duration) files.set(file, one);
  }
  const all = [...files.values()];
  const duration = (one: Entry | undefined) => (one ? Math.round(one.duration) : null);
  return {
    files: all.length,
    bytes: all.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    entryMs: duration(files.get(baseUrl + entry)),
    slowestMs: duration(all.sort((a, b) => b.duration - a.duration)[0]),
  };
}
