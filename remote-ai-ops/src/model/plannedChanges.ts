/** Planned changes of a proposal, for the check of pinned questions. */
import type { Compaction, ConsolidationSuggestion, PlannedChanges } from '@hindsight/shared-contracts/api';
import type { AcceptedParts } from './acceptedParts';
import { textsAfter, type AcceptedTexts } from './compaction';

/** The accepted parts of a merge. */
export function toMergeChanges(
  row: Pick<
    ConsolidationSuggestion,
    'original_memory_ids' | 'suggested_content' | 'suggested_lessons_learned'
  >,
  accepted: AcceptedParts,
): PlannedChanges {
  const merge = {
    memory_block_ids: row.original_memory_ids,
    content: accepted.edited?.content ?? row.suggested_content,
    lessons_learned: accepted.lesson ? (accepted.edited?.lesson ?? row.suggested_lessons_learned) : null,
    keywords: [...accepted.keywords],
  };
  return { merged: [merge] };
}

/** The accepted parts of a compaction. Without an accepted lesson the memory keeps its current one. */
export function toRewriteChanges(compaction: Compaction, accepted: AcceptedTexts): PlannedChanges {
  const { content, lesson } = textsAfter(compaction, accepted);
  return {
    rewritten: [{ memory_block_id: compaction.memory_id, content, lessons_learned: lesson || null }],
  };
}
