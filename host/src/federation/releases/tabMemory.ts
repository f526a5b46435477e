/** Overrides and quarantined releases of a tab, stored until the tab closes. */
import { tabStorage, type SafeStorage } from '../../session/storage';
import { TAB_KEY } from './releases';

export interface TabMemory {
  /** URL by remote. */
  overrides: Record<string, string>;
  /** Reason by `name@version`. */
  quarantine: Record<string, string>;
}

export const quarantineKey = (name: string, version: string) => `${name}@${version}`;

function readTexts(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export function readTabMemory(storage: SafeStorage = tabStorage): TabMemory {
  try {
    const value = JSON.parse(storage.read(TAB_KEY) ?? '{}') as Partial<TabMemory> | null;
    return { overrides: readTexts(value?.overrides), quarantine: readTexts(value?.quarantine) };
  } catch {
    return { overrides: {}, quarantine: {} };
  }
}

export function writeTabMemory(memory: TabMemory, storage: SafeStorage = tabStorage): void {
  const isEmpty = Object.keys({ ...memory.overrides, ...memory.quarantine }).length === 0;
  storage.write(TAB_KEY, isEmpty ? null : JSON.stringify(memory));
}
