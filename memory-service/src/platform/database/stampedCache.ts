/**
 * Caches answers for a workspace until the workspace changes. The stamp is read in the same snapshot as the answer would be, so a cached
 * answer is never older than a new one, whichever process made a change.
 */
export interface VersionedCache {
  /** Whether anything is cached under `key`, even for an older stamp. */
  has: (key: string) => boolean;
  /** Returns the answer cached under `key` with this exact stamp, else the result of `find`; concurrent callers share one search. */
  get: <T>(key: string, stamp: number, find: () => Promise<T>) => Promise<T>;
}

interface Entry {
  stamp: number;
  value: Promise<unknown>;
}

/** Creates an LRU cache of at most `most` answers. */
export function createVersionedCache(most: number): VersionedCache {
  const entries = new Map<string, Entry>();
  return {
    has: (key) => entries.has(key),
    get: async <T>(key: string, stamp: number, find: () => Promise<T>): Promise<T> => {
      const known = entries.get(key);
      if (known?.stamp === stamp) {
        entries.delete(key);
        entries.set(key, known);
        return (known.value as Promise<T>).catch(find);
      }
      const value = find();
      // An answer for an older snapshot is returned, but not cached.
      if (known && known.stamp > stamp) return value;
      const entry: Entry = { stamp, value };
      entries.set(key, entry);
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
      return value;
    },
  };
}
