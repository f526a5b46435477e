/** One suggestion under review: its originals, what of it is accepted, and whether it can be decided. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { useState } from 'react';
import { useBlocks } from '../../api/blocks';
import type { AcceptedParts } from '../../api/suggestions';
import { useWriteProblem } from '../review/useWriteProblem';
import { consolidationTexts } from './texts';
import { useDecisions, type Decision } from './useDecisions';

/** Render it with the suggestion's id as key: the choice belongs to one suggestion. */
export function useReview(row: ConsolidationSuggestion) {
  const decisions = useDecisions();
  const writeProblem = useWriteProblem();
  const originals = useBlocks(row.original_memory_ids);
  const [accepted, setAccepted] = useState<AcceptedParts>({ lesson: true, keywords: row.suggested_keywords });
  const isPending = row.status === 'pending';
  const isBroken = isPending && originals.data?.some((block) => !block || block.archived);
  return {
    decisions,
    originals,
    accepted,
    setAccepted: isPending && !writeProblem ? setAccepted : undefined,
    isPending,
    /** Whether the person may decide now. */
    canDecide: !writeProblem && !decisions.busy,
    /** Why it cannot be accepted, or null. */
    problem: writeProblem ?? (isBroken ? consolidationTexts.originalsGone : null),
    decide: (decision: Decision) => decisions.decide(row.suggestion_id, decision, accepted),
  };
}
