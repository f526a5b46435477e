/** The browser's storage as something that never throws: forbidden, full or broken storage only forgets. */

export interface SafeStorage {
  /** Null when nothing is kept, or nothing can be read. */
  read(key: string): string | null;
  /** `null` removes the key. Answers whether the browser keeps it. */
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

/** Kept for this browser. */
export const browserStorage: SafeStorage = safe(() => localStorage);
/** Kept for this tab. */
export const tabStorage: SafeStorage = safe(() => sessionStorage);

/** A storage in memory, for tests. */
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
