/** One suggestion under review: its originals, what of it is accepted, and whether it can be decided. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { EMPTY_MEMORY, isVisible } from '@hindsight/shared-contracts/rules';
import { useDraft, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { useState } from 'react';
import { useBlocks } from '../../api/blocks';
import { wholeSuggestion, type AcceptedParts } from '../../model/acceptedParts';
import { useWriteProblem } from '../review/useWriteProblem';
import { consolidationTexts } from './texts';
import { useDecisions, type Decision } from './useDecisions';

/** Why the edited texts cannot be accepted, or null. */
export const editProblem = ({ edited }: AcceptedParts): string | null =>
  edited && !isVisible(edited.content) ? EMPTY_MEMORY : null;

/** Render it with the suggestion's id as key: the choice belongs to one suggestion. */
export function useReview(row: ConsolidationSuggestion) {
  const decisions = useDecisions();
  const writeProblem = useWriteProblem();
  const originals = useBlocks(row.original_memory_ids);
  const draft = useDraft(`suggestion.${row.suggestion_id}`, wholeSuggestion(row));
  const { value: accepted, set: setAccepted } = draft;
  const [isEditing, setEditing] = useState(false);
  const isPending = row.status === 'pending';
  const isEdited = isPending && accepted.edited !== null;
  useUnsavedChanges(isEdited, consolidationTexts.edit.unsaved, draft.reset);
  const isBroken = isPending && originals.data?.some((block) => !block || block.archived);
  return {
    decisions,
    originals,
    accepted,
    draft,
    isEditing,
    /** Whether texts were edited that leaving would lose. */
    isEdited,
    setEditing,
    setAccepted: isPending && !writeProblem ? setAccepted : undefined,
    isPending,
    /** Whether the person may decide now. */
    canDecide: !writeProblem && !decisions.busy,
    /** Why it cannot be accepted, or null. */
    problem: writeProblem ?? (isBroken ? consolidationTexts.originalsGone : editProblem(accepted)),
    async decide(decision: Decision): Promise<boolean> {
      const isDone = await decisions.decide(row.suggestion_id, decision, accepted);
      // What was accepted stays on the screen.
      if (isDone) draft.reset(accepted);
      return isDone;
    },
  };
}
