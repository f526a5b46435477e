/** One failure at a time beside the controls that caused it; the shell reports an expired session and offers to sign in. */
import { ApiError, GuestReadOnlyError, isAbort } from '@hindsight/shared-contracts/api/client';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useState } from 'react';
import type { ProblemTexts } from './Problem';

export function useProblem() {
  const { toasts } = useShell();
  const [problem, setProblem] = useState<ProblemTexts | null>(null);
  return {
    problem,
    clear: () => setProblem(null),
    /**
     * @param title the spec's sentence.
     * @param action what was tried, e.g. `create tokens`, for the shell's texts.
     * @param advice what to do now, below the reason.
     */
    fail(error: unknown, title: string, action: string, advice = '') {
      if (isAbort(error)) return;
      if (error instanceof GuestReadOnlyError || (error instanceof ApiError && error.status === 401)) {
        setProblem(null);
        toasts.apiError(error, action);
        return;
      }
      setProblem({ title, detail: [describeError(error), advice].filter(Boolean).join(' ') });
    },
  };
}
