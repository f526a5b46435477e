/** From a suggestion to the review inbox, where each of its memories is decided by itself. */
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { useNavigate } from '@hindsight/shared-contracts/router';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { proposeOptimization } from '../../api/optimization';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { optimizationTexts as texts } from './texts';

export function useReviewOneByOne() {
  const { api, guardWrite, toasts } = useShell();
  const invalidateLists = useInvalidateLists();
  const navigate = useNavigate();
  return async ({ id }: OptimizationSuggestion): Promise<void> => {
    if (!guardWrite(texts.signIn)) return;
    try {
      const kind = await proposeOptimization(api, id);
      void invalidateLists();
      await navigate(`/review?kind=${kind}`);
    } catch (error) {
      toasts.show('error', texts.reviewFailed(describeError(error)));
    }
  };
}
