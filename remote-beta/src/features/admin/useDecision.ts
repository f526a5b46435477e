/** Sets the status of people: confirms where access is taken away or several are selected, and shows the outcome. */
import type { BetaAccessUser } from '@hindsight/shared-contracts/api';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useConfirm } from '@hindsight/shared-ui/data';
import { useRef, useState } from 'react';
import { isDestructive, type SettableStatus } from '../../model/betaStatus';
import { useSetStatus, type BulkResult } from './betaUsers';
import { ACTION_LABELS, confirmationText, consoleTexts } from './texts';

/** The people in a sentence. */
function displayName(people: readonly BetaAccessUser[]): string {
  const [first] = people;
  return people.length === 1 && first ? first.email : `${people.length} people`;
}

/** `decide` for rows and selections, with the progress of a bulk update. */
export function useDecision() {
  const { toasts, guardWrite, session, refreshSession } = useShell();
  const confirm = useConfirm();
  const { mutateAsync, isPending } = useSetStatus();
  const [progress, setProgress] = useState<{ of: number; at: number } | null>(null);
  const stopping = useRef<AbortController | null>(null);

  function showOutcome(status: SettableStatus, { done, failed, reason }: BulkResult, total: number) {
    if (done + failed < total) toasts.show('warning', consoleTexts.stopped(done, total, failed, reason));
    else if (failed === 0) toasts.show('success', consoleTexts.updated(status, done));
    else if (done === 0) toasts.show('error', consoleTexts.notUpdated(reason));
    else toasts.show('warning', consoleTexts.partlyFailed(failed, total, reason));
  }

  /** Returns whether everybody was changed. */
  async function decide(people: readonly BetaAccessUser[], status: SettableStatus): Promise<boolean> {
    if (people.length === 0 || isPending || !guardWrite(consoleTexts.signIn)) return false;
    const confirmation = confirmationText(status, people.length, displayName(people));
    const isConfirmed =
      !confirmation ||
      (await confirm({
        ...confirmation,
        confirmLabel: ACTION_LABELS[status],
        danger: isDestructive(status),
      }));
    if (!isConfirmed) return false;
    const { signal } = (stopping.current = new AbortController());
    const of = people.length;
    setProgress({ of, at: 0 });
    const result = await mutateAsync({
      userIds: people.map(({ user_id }) => user_id),
      status,
      signal,
      onProgress: ({ done, failed }) => setProgress({ of, at: done + failed }),
    });
    setProgress(null);
    showOutcome(status, result, of);
    if (people.some(({ user_id }) => user_id === session.user?.user_id)) void refreshSession();
    return result.done === of;
  }
  return {
    decide,
    isDeciding: isPending,
    /** The progress of a bulk update; null while none runs. */
    progress,
    /** Stops a bulk update; the remaining people keep their status. */
    stop: () => stopping.current?.abort(),
  };
}
