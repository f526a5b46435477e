/** History of a user, from the audit trail. */
import type { AuditEntry } from '@hindsight/shared-contracts/api';

/** Entries about the user or their latest request, deduplicated, newest first. */
export function mergeHistory(answers: readonly AuditEntry[][], targets: readonly string[]): AuditEntry[] {
  const byId = new Map(answers.flat().map((entry) => [entry.id, entry]));
  return [...byId.values()]
    .filter(({ target_id }) => target_id !== null && targets.includes(target_id))
    .sort((a, b) => b.created_at.localeCompare(a.created_at));
}
