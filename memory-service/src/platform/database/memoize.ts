/** Caches reads until the next write. Only for a database with a single writing process. */
import { createVersionedCache } from './stampedCache';

export type Remember = <T>(key: string, find: () => Promise<T>) => Promise<T>;

interface Remembered {
  remember: Remember;
  /** Call when a write begins, and again after its commit before notifying anyone: invalidates all earlier reads. */
  forget: () => void;
}

/** Maximum number of cached answers; each holds at most one part of a page (`MAX_PART_BYTES`). */
const MAX_ANSWERS = 100;

/** Creates a cache of at most 100 answers. */
export function createRemember(): Remembered {
  const cache = createVersionedCache(MAX_ANSWERS);
  let writes = 0;
  return {
    remember: (key, find) => cache.get(key, writes, find),
    forget: () => void (writes += 1),
  };
}

/** No caching, for databases that other processes may write to. */
export const readEachTime: Remembered = {
  remember: (_key, find) => find(),
  forget: () => undefined,
};
