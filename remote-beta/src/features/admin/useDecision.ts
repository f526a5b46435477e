/** Sets the status of people: asks where something is taken away or several are meant, and says what came of it. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { useConfirm } from '@hindsight/shared-ui/dialog';
import { useRef, useState } from 'react';
import { useSetStatus } from '../../api/betaUsers';
import {
  ACTION_LABELS,
  questionFor,
  UPDATE_FAILED,
  updatedText,
  type SettableStatus,
} from '../../model/betaStatus';
import type { BetaUserRow } from '../../model/betaUser';

/** How the people are called in a question. */
function nameOf(people: readonly BetaUserRow[]): string {
  const [first] = people;
  return people.length === 1 && first ? first.email : `${people.length} people`;
}

export function useDecision() {
  const { offers, toasts, guardWrite, session, refreshSession } = useShell();
  const confirm = useConfirm();
  const { mutateAsync, isPending } = useSetStatus();
  const [progress, setProgress] = useState<{ of: number; at: number } | null>(null);
  const stopping = useRef<AbortController | null>(null);

  function tell(status: SettableStatus, done: number, failed: number, asked: number) {
    if (done + failed < asked) {
      toasts.show(
        'warning',
        `Stopped: changed ${done} of ${asked} people${failed ? `, ${failed} failed` : ''}.`,
      );
    } else if (failed === 0) {
      toasts.show('success', done === 1 ? updatedText(status) : `${updatedText(status)} for ${done} people`);
    } else if (done === 0) toasts.show('error', UPDATE_FAILED);
    else toasts.show('warning', `${UPDATE_FAILED} It failed for ${failed} of ${done + failed} people.`);
  }

  /** Answers whether it was carried out for everybody. */
  async function decide(people: readonly BetaUserRow[], status: SettableStatus): Promise<boolean> {
    if (people.length === 0 || isPending || !guardWrite('Sign in to decide about beta access.')) return false;
    const question = questionFor(status, people.length, nameOf(people), offers('beta.mails'));
    const danger = status === 'denied' || status === 'revoked';
    const sure = !question || (await confirm({ ...question, confirmLabel: ACTION_LABELS[status], danger }));
    if (!sure) return false;
    const { signal } = (stopping.current = new AbortController());
    const of = people.length;
    setProgress({ of, at: 0 });
    const { done, failed } = await mutateAsync({
      userIds: people.map(({ userId }) => userId),
      status,
      signal,
      onProgress: (result) => setProgress({ of, at: result.done + result.failed }),
    });
    setProgress(null);
    tell(status, done, failed, of);
    if (people.some(({ userId }) => userId === session.user?.user_id)) void refreshSession();
    return done === of;
  }
  return {
    decide,
    isDeciding: isPending,
    /** How far a change of several people is; null while there is none. */
    progress,
    /** Those who are left stay as they are. */
    stop: () => stopping.current?.abort(),
  };
}
