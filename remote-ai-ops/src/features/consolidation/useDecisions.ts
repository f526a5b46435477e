/** Decides suggestions and takes decisions back; what others did meanwhile is told and loaded. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { useState } from 'react';
import {
  rejectSuggestion,
  reopenSuggestion,
  validateSuggestion,
  type AcceptedParts,
} from '../../api/suggestions';
import { reasonOf } from '../../model/failure';
import type { SuggestionRow } from '../../model/suggestionRow';
import { useForgetLists } from '../jobs/useRuns';

export type Decision = 'validate' | 'reject';

export const DECISION_TEXTS = {
  validate: { done: 'Suggestion validated successfully', failed: 'Failed to validate suggestion' },
  reject: { done: 'Suggestion rejected successfully', failed: 'Failed to reject suggestion' },
  undo: { done: 'The suggestion is pending again', failed: 'Failed to undo the decision' },
} as const;

export interface Decisions {
  busy: boolean;
  /** Answers whether it was done. `accepted` null takes everything. */
  decide(row: SuggestionRow, decision: Decision, accepted: AcceptedParts | null): Promise<boolean>;
  undo(id: string): Promise<boolean>;
  /** Whether the service can take decisions back and knows single parts. */
  isReversible: boolean;
}

export function useDecisions(): Decisions {
  const { api, guardWrite, offers, toasts } = useShell();
  const forgetLists = useForgetLists();
  const [busy, setBusy] = useState(false);
  const isReversible = offers('consolidation.review');

  async function attempt(texts: { failed: string }, work: () => Promise<unknown>): Promise<boolean> {
    if (busy || !guardWrite('Sign in to decide suggestions.')) return false;
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      toasts.show('error', `${texts.failed}: ${reasonOf(error)}`);
      return false;
    } finally {
      setBusy(false);
      // Also after a failure: somebody else may have decided, or the originals may be gone.
      void forgetLists();
    }
  }

  async function undo(id: string): Promise<boolean> {
    const done = await attempt(DECISION_TEXTS.undo, () => reopenSuggestion(api, id));
    if (done) toasts.show('success', DECISION_TEXTS.undo.done);
    return done;
  }

  async function decide(row: SuggestionRow, decision: Decision, accepted: AcceptedParts | null) {
    const texts = DECISION_TEXTS[decision];
    const done = await attempt(texts, () =>
      decision === 'validate' ? validateSuggestion(api, row.id, accepted) : rejectSuggestion(api, row.id),
    );
    if (!done) return false;
    const action = { label: 'Undo', run: () => void undo(row.id) };
    toasts.show('success', texts.done, isReversible ? { action } : {});
    return true;
  }

  return { busy, decide, undo, isReversible };
}
