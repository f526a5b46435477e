/** One suggestion under review: its originals, what of it is accepted, and whether it can be decided. */
import { useState } from 'react';
import { useBlocks } from '../../api/blocks';
import type { AcceptedParts } from '../../api/suggestions';
import type { SuggestionRow } from '../../model/suggestionRow';
import { useDecisions, type Decision } from './useDecisions';

const GONE = 'Some of the original memories were deleted or archived meanwhile, so they cannot be merged.';

/** Render it with the suggestion's id as key: the choice belongs to one suggestion. */
export function useReview(row: SuggestionRow) {
  const decisions = useDecisions();
  const originals = useBlocks(row.originalIds);
  const [accepted, setAccepted] = useState<AcceptedParts>({ lesson: true, keywords: row.keywords });
  const isPending = row.status === 'pending';
  const isBroken =
    isPending && originals.data !== undefined && originals.data.some((block) => !block || block.archived);
  const decide = (decision: Decision) =>
    decisions.decide(row, decision, decisions.isReversible && decision === 'validate' ? accepted : null);
  return {
    decisions,
    originals,
    accepted,
    setAccepted: isPending && decisions.isReversible ? setAccepted : undefined,
    isPending,
    /** Why it cannot be accepted, or null. */
    problem: isBroken ? GONE : null,
    decide,
  };
}
