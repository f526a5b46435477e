/**
 * Remembers what was found in a workspace for as long as the workspace has not changed. The stamp is read in the same view of
 * the data as the answer would be, so a remembered answer is never older than a new one, whichever process changed what.
 */
export interface VersionedCache {
  /** Whether anything is remembered under `key`, be it of an older state. */
  has: (key: string) => boolean;
  /** What is remembered under `key` with this very stamp, else what `find` finds; several who ask at once share one search. */
  get: <T>(key: string, stamp: number, find: () => Promise<T>) => Promise<T>;
}

interface Entry {
  stamp: number;
  value: Promise<unknown>;
}

/** A cache of at most `most` answers; those that were not asked for the longest are forgotten first. */
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
      // A view that is older than what is known is answered, but not remembered.
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
