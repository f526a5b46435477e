/** Remembers what was read for as long as nothing is written. Only for a database that one process alone writes to. */
import { createVersionedCache } from './stampedCache';

export type Remember = <T>(key: string, find: () => Promise<T>) => Promise<T>;

interface Remembered {
  remember: Remember;
  /** Call it when a write begins and once it is committed, before anybody is told: what was read before is not answered any more. */
  forget: () => void;
}

/** Answers that are kept; each holds at most the part of a page that is read at once (`MAX_PART_BYTES`). */
const MAX_ANSWERS = 100;

/** A memory of at most 100 answers. */
export function createRemember(): Remembered {
  const cache = createVersionedCache(MAX_ANSWERS);
  let writes = 0;
  return {
    remember: (key, find) => cache.get(key, writes, find),
    forget: () => void (writes += 1),
  };
}

/** Where others write, too, nothing can be remembered without asking. */
export const readEachTime: Remembered = {
  remember: (_key, find) => find(),
  forget: () => undefined,
};
