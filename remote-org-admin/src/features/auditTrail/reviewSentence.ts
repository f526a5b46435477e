/** What a decision in the review inbox was about. */
import type { AuditEntry } from '@hindsight/shared-contracts/api';

/** By the kind of item, as the target type of the entry ends. */
const ABOUT: Readonly<Record<string, (memory: string) => string>> = {
  contradiction: (memory) => `a conflict with ${memory}`,
  compaction: (memory) => `the suggestion to compact ${memory}`,
  pruning: (memory) => `the suggestion to archive ${memory}`,
  keywords: (memory) => `the suggested keywords for ${memory}`,
  feedback: (memory) => `the negative feedback on ${memory}`,
  secret: (memory) => `a secret found in ${memory}`,
};

/** `Rejected the suggestion to archive “Retry twice”`. */
export function reviewSentence(
  verb: string,
  { name, entry }: { name: string | null; entry: AuditEntry },
): string {
  const memory = name === null ? 'a memory' : `“${name}”`;
  const about = ABOUT[entry.target_type?.replace('review_', '') ?? ''];
  return `${verb} ${about ? about(memory) : `a suggestion about ${memory}`}`;
}
