/** Audit trail entries: grouping by action, links to their targets, and people to filter by. */
import type { AuditEntry, Member } from '@hindsight/shared-contracts/api';

/** Id and name. */
export type PersonOption = readonly [string, string];

/** The members, plus former members who are actors of the entries or already selected. */
export function listPeople(
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

/** The entries of one action: the one that names it, and its consequences. */
export interface AuditGroup {
  lead: AuditEntry;
  rest: readonly AuditEntry[];
}

/** Two requests may have the same timestamp; the transaction, if known, distinguishes them. */
const isSameAction = (one: AuditEntry, next: AuditEntry) =>
  one.actor_user_id === next.actor_user_id &&
  one.created_at === next.created_at &&
  (one.transaction_id ?? null) === (next.transaction_id ?? null);

/** Entries that a decision caused; the decision's own entry leads. */
const isConsequence = ({ action_type: action }: AuditEntry) => /^(memory|keyword)_/.test(action);

/** Groups adjacent entries of the same request. */
export function groupEntries(entries: readonly AuditEntry[]): AuditGroup[] {
  const groups: AuditEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.at(-1) && isSameAction(last.at(-1)!, entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups.map((group) => {
    const lead = group.find((entry) => !isConsequence(entry)) ?? group[0]!;
    return { lead, rest: group.filter((entry) => entry !== lead) };
  });
}

/** Address of the target of an entry; null when it no longer exists. */
export function targetPath({
  target_type: type,
  target_id: id,
  target_name: name,
  metadata,
}: AuditEntry): string | null {
  const memory = type === 'memory_block' ? id : metadata?.['memory_block_id'];
  if (typeof memory === 'string' && name !== null) return `?block=${memory}`;
  if (id === null) return null;
  if (type === 'consolidation_suggestion') return `/consolidation-suggestions/${id}`;
  if (name === null) return null;
  if (type === 'agent') return `/agents/${id}`;
  return type === 'keyword' ? `/memory-blocks?keyword=${id}` : null;
}
