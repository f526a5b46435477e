/** Which entries of the palette a person chose last, kept by this browser. Keys alone: no text of a workspace. */
import { browserStorage } from '../session/storage';

/** Entries that come first. */
const SHOWN = 5;
/** Never the first result, so that an early Enter does not sign out. */
const NEVER_FIRST = new Set(['Sign out', 'Sign in', 'Leave guest mode']);

/** Where they are kept. */
export const recentName = (person: string | undefined) => `hindsight.palette.recent.${person ?? 'guest'}`;

/** The keys, the latest first. */
export function recentKeys(person: string | undefined): string[] {
  return (browserStorage.read(recentName(person)) ?? '').split('\n').filter((key) => key !== '');
}

export function noteRecent(person: string | undefined, key: string): void {
  if (NEVER_FIRST.has(key)) return;
  const others = recentKeys(person).filter((other) => other !== key);
  browserStorage.write(recentName(person), [key, ...others].slice(0, SHOWN).join('\n'));
}

/** The entries with the recent ones first. */
export function recentFirst<T extends { key: string }>(entries: readonly T[], keys: readonly string[]): T[] {
  const recent = keys.flatMap((key) => entries.filter((entry) => entry.key === key));
  return [...recent, ...entries.filter(({ key }) => !keys.includes(key))];
}
