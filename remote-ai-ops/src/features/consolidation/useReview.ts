/** State of a suggestion under review: originals, accepted parts and available decisions. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { describeError, EMPTY_MEMORY, isVisible } from '@hindsight/shared-contracts/rules';
import { useDraft, useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { useState } from 'react';
import { useBlocks } from '../../api/blocks';
import { rejectSuggestion, reopenSuggestion, validateSuggestion } from '../../api/suggestions';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { wholeSuggestion, type AcceptedParts } from '../../model/acceptedParts';
import type { ReviewActions } from '../review/useReviewShortcuts';
import { useWriteProblem } from '../review/useWriteProblem';
import { consolidationTexts, DECISION_TEXTS } from './texts';

type Decision = 'validate' | 'reject';

/** Decides suggestions and undoes decisions; refetches the lists after each. */
function useDecisions() {
  const { api, guardWrite, toasts } = useShell();
  const invalidateLists = useInvalidateLists();
  const [busy, setBusy] = useState(false);

  /** @returns whether it succeeded. */
  async function attempt(
    { done, failed }: { done: string; failed: string },
    work: () => Promise<void>,
    onUndo?: () => void,
  ): Promise<boolean> {
    if (busy || !guardWrite(consolidationTexts.signIn.decide)) return false;
    setBusy(true);
    try {
      await work();
      toasts.show('success', done, onUndo && { action: { label: 'Undo', run: onUndo } });
      return true;
    } catch (error) {
      toasts.show('error', `${failed}: ${describeError(error)}`);
      return false;
    } finally {
      setBusy(false);
      // Also after a failure: someone else may have resolved it, or the originals may be gone.
      void invalidateLists();
    }
  }

  const undo = (id: string) => attempt(DECISION_TEXTS.undo, () => reopenSuggestion(api, id));
  const decide = (id: string, decision: Decision, accepted: AcceptedParts) =>
    attempt(
      DECISION_TEXTS[decision],
      () => (decision === 'validate' ? validateSuggestion(api, id, accepted) : rejectSuggestion(api, id)),
      () => void undo(id),
    );
  return { busy, decide, undo };
}

/** Why the edited texts cannot be accepted, or null. */
export const editProblem = ({ edited }: AcceptedParts): string | null =>
  edited && !isVisible(edited.content) ? EMPTY_MEMORY : null;

/** Key the component by suggestion id, since the selection belongs to one suggestion. */
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
  const canDecide = !writeProblem && !decisions.busy;
  const problem = writeProblem ?? (isBroken ? consolidationTexts.originalsGone : editProblem(accepted));
  const decide = async (decision: Decision) => {
    // Keep the accepted parts on screen.
    if (await decisions.decide(row.suggestion_id, decision, accepted)) draft.reset(accepted);
  };
  const actions: ReviewActions = {
    ...(isPending && canDecide && !problem && { accept: () => void decide('validate') }),
    ...(isPending && canDecide && { reject: () => void decide('reject') }),
    ...(!isPending && canDecide && { undo: () => void decisions.undo(row.suggestion_id) }),
  };
  return {
    decisions,
    originals,
    accepted,
    draft,
    isEditing,
    /** Whether there are unsaved text edits. */
    isEdited,
    setEditing,
    setAccepted: isPending && !writeProblem ? setAccepted : undefined,
    isPending,
    canDecide,
    /** Why it cannot be accepted, or null. */
    problem,
    actions,
  };
}
