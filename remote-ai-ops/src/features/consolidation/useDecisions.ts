/** Decides suggestions and undoes decisions; the lists are loaded again after each. */
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useState } from 'react';
import { rejectSuggestion, reopenSuggestion, validateSuggestion } from '../../api/suggestions';
import type { AcceptedParts } from '../../model/acceptedParts';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { consolidationTexts, DECISION_TEXTS } from './texts';

export type Decision = 'validate' | 'reject';

export function useDecisions() {
  const { api, guardWrite, toasts } = useShell();
  const invalidateLists = useInvalidateLists();
  const [busy, setBusy] = useState(false);

  /** Resolves with whether it succeeded. */
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
      // Also after a failure: someone else may have decided, or the originals may be gone.
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
