/** Pins, unpins and runs questions, and shows the outcome in a toast. */
import { useState } from 'react';
import type { PinnedQuestion, PinnedQuestionInput, PinnedQuestionRun } from '@hindsight/shared-contracts/api';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useWriteContext } from '../../api/memoryWrites';
import {
  pinQuestion,
  runPinnedQuestions,
  unpinQuestion,
  useReloadPinnedQuestions,
} from '../../api/playground';
import { useFailureToast } from '../blockActions/useFailureToast';
import { pinFailed, runFailed, SIGN_IN_TO, unpinFailed } from './texts';

export function usePinnedWrites() {
  const { guardWrite, toasts } = useShell();
  const context = useWriteContext();
  const reload = useReloadPinnedQuestions();
  const fail = useFailureToast();
  const [busy, setBusy] = useState(false);

  /** Resolves with null on failure or without permission. */
  async function attempt<T>(hint: string, failed: (reason: string) => string, work: () => Promise<T>) {
    if (busy || !guardWrite(hint)) return null;
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      fail(error, failed(describeError(error)));
      return null;
    } finally {
      setBusy(false);
      void reload();
    }
  }

  return {
    busy,
    /** Resolves with whether the question was pinned. */
    async pin(input: PinnedQuestionInput, pinned: PinnedQuestion | undefined): Promise<boolean> {
      const row = await attempt(SIGN_IN_TO.pin, pinFailed, () => pinQuestion(context, input, pinned));
      if (row) toasts.show('success', 'Question pinned');
      return row !== null;
    },
    /** Undo pins the question again. */
    async unpin({ id, question, settings, memory_block_ids }: PinnedQuestion): Promise<void> {
      const done = await attempt(SIGN_IN_TO.pin, unpinFailed, async () => {
        await unpinQuestion(context, id);
        return true;
      });
      const input = { question, settings, memory_block_ids };
      const undo = () =>
        void attempt(SIGN_IN_TO.pin, pinFailed, () => pinQuestion(context, input, undefined));
      if (done) toasts.show('success', 'Question unpinned', { action: { label: 'Undo', run: undo } });
    },
    /** Results of all pinned questions; null if the run failed. */
    run: (): Promise<PinnedQuestionRun[] | null> =>
      attempt(SIGN_IN_TO.run, runFailed, () => runPinnedQuestions(context)),
  };
}
