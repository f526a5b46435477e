/** Holds the latest error for display next to its controls. The shell reports an expired session and offers to sign in. */
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
     * @param title sentence from the spec.
     * @param action the attempted action, e.g. `create tokens`, for the shell's texts.
     * @param advice next step, shown below the reason.
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
