/** The entries of an audit trail: who they name, and whom they can be filtered by. */
import type { AuditEntry, Member } from '@hindsight/shared-contracts/api';

/** A page that is read after new entries came begins with the end of the page before. */
export const withoutRepeats = (entries: readonly AuditEntry[]): AuditEntry[] => [
  ...new Map(entries.map((entry) => [entry.id, entry])).values(),
];

/** Id and name. */
export type PersonOption = readonly [string, string];

/** The members, and people who are none any more but acted in the entries or are chosen already. */
export function peopleIn(
  entries: readonly AuditEntry[],
  members: readonly Member[],
  chosen?: PersonOption,
): PersonOption[] {
  const people = new Map(chosen && [chosen]);
  for (const member of members) people.set(member.user_id, member.display_name || member.email);
  for (const { actor_user_id: id, actor_name: name } of entries)
    if (name && !people.has(id)) people.set(id, name);
  return [...people].sort(([, a], [, b]) => a.localeCompare(b));
}
