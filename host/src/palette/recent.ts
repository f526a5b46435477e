/** Recent palette choices of a user, stored in this browser. Only keys are stored, no text of a workspace. */
import { browserStorage } from '../session/storage';

/** Maximum number of recent entries. */
const SHOWN = 5;
/** Excluded from the recent entries, so that a premature Enter does not sign out. */
const NEVER_FIRST = new Set(['Sign out', 'Sign in', 'Leave guest mode']);

/** Storage key. */
export const recentName = (person: string | undefined) => `hindsight.palette.recent.${person ?? 'guest'}`;

/** Stored keys, latest first. */
export function recentKeys(person: string | undefined): string[] {
  return (browserStorage.read(recentName(person)) ?? '').split('\n').filter((key) => key !== '');
}

export function noteRecent(person: string | undefined, key: string): void {
  if (NEVER_FIRST.has(key)) return;
  const others = recentKeys(person).filter((other) => other !== key);
  browserStorage.write(recentName(person), [key, ...others].slice(0, SHOWN).join('\n'));
}

/** Entries with the recent ones first. */
export function recentFirst<T extends { key: string }>(entries: readonly T[], keys: readonly string[]): T[] {
  const recent = keys.flatMap((key) => entries.filter((entry) => entry.key === key));
  return [...recent, ...entries.filter(({ key }) => !keys.includes(key))];
}
