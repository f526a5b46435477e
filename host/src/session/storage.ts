/** Browser storage that never throws: forbidden, full or broken storage merely forgets. */

export interface SafeStorage {
  /** Null when the key is not stored or cannot be read. */
  read(key: string): string | null;
  /** `null` removes the key. Returns whether the browser stored the value. */
  write(key: string, value: string | null): boolean;
}

function safe(area: () => Storage): SafeStorage {
  return {
    read(key) {
      try {
        return area().getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        if (value === null) area().removeItem(key);
        else area().setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Storage of this browser. */
export const browserStorage: SafeStorage = safe(() => localStorage);
/** Storage of this tab. */
export const tabStorage: SafeStorage = safe(() => sessionStorage);

/** In-memory storage for tests. */
export function memoryStorage(
  start: Record<string, string> = {},
): SafeStorage & { all(): Record<string, string> } {
  const values = new Map(Object.entries(start));
  return {
    read: (key) => values.get(key) ?? null,
    write(key, value) {
      if (value === null) values.delete(key);
      else values.set(key, value);
      return true;
    },
    all: () => Object.fromEntries(values),
  };
}
