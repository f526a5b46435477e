/** What a tab keeps about its parts: overrides, and releases that were put aside. Gone with the tab. */
import { tabStorage, type SafeStorage } from '../../session/storage';
import { TAB_KEY } from '../askUpkeep';

export interface TabMemory {
  /** Address by remote. */
  overrides: Record<string, string>;
  /** Reason by `name@version`. */
  aside: Record<string, string>;
}

function texts(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export function readTabMemory(storage: SafeStorage = tabStorage): TabMemory {
  try {
    const value = JSON.parse(storage.read(TAB_KEY) ?? '{}') as Partial<TabMemory> | null;
    return { overrides: texts(value?.overrides), aside: texts(value?.aside) };
  } catch {
    return { overrides: {}, aside: {} };
  }
}

export function writeTabMemory(memory: TabMemory, storage: SafeStorage = tabStorage): void {
  const isEmpty = Object.keys({ ...memory.overrides, ...memory.aside }).length === 0;
  storage.write(TAB_KEY, isEmpty ? null : JSON.stringify(memory));
}
