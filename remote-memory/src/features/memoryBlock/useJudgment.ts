/** Judges a memory immediately, with Undo and an optional reason afterwards. */
import { useRef, useState } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { explainJudgment, judge, withdrawJudgment } from '../../api/feedback';
import { JUDGMENTS, RESOLVE, type Judgment, type JudgmentKind } from '../../model/judgments';
import { useBlockWork } from '../blockActions/useBlockWork';
import { judgeFailed, REASON_SAVED, RESOLVED, SIGN_IN_TO_JUDGE, TAKEN_BACK } from './texts';

export function useJudgment(id: string) {
  const { guardWrite } = useShell();
  const carryOut = useBlockWork();
  /** Queue of requests: they run one at a time, so the last click wins. */
  const calls = useRef<Promise<unknown>>(Promise.resolve());
  const [underWay, setUnderWay] = useState<JudgmentKind | null>(null);
  /** ID of the judgment that accepts a reason. */
  const [given, setGiven] = useState<string | null>(null);
  /** Optimistic judgment, shown from the click on. */
  const [judged, setJudged] = useState<JudgmentKind | null>(null);

  function withdraw(feedbackId: string): void {
    setGiven(null);
    setJudged(null);
    void carryOut({
      act: (context) => withdrawJudgment(context, id, feedbackId),
      done: TAKEN_BACK,
      failed: judgeFailed,
    });
  }

  async function send(judgment: Judgment, done: string): Promise<string | null> {
    const sent: { id: string | null } = { id: null };
    await carryOut({
      act: async (context) => void (sent.id = await judge(context, id, judgment)),
      done,
      undo: () => sent.id !== null && withdraw(sent.id),
      failed: judgeFailed,
    });
    return sent.id;
  }

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const own = calls.current.then(work);
    calls.current = own;
    return own;
  }

  return {
    judged,
    /** Whether the latest judgment accepts a reason. */
    asksReason: given !== null,
    async judge(kind: JudgmentKind) {
      const chosen = JUDGMENTS.find((one) => one.kind === kind);
      if (!chosen || underWay === kind || !guardWrite(SIGN_IN_TO_JUDGE)) return;
      setJudged(kind);
      setUnderWay(kind);
      const sent = await enqueue(() => send(chosen.judgment, chosen.done));
      setGiven(sent);
      setUnderWay((now) => (now === kind ? null : now));
      if (sent === null) setJudged((now) => (now === kind ? null : now));
    },
    async resolve() {
      if (!guardWrite(SIGN_IN_TO_JUDGE)) return;
      await enqueue(() => send(RESOLVE, RESOLVED));
      setGiven(null);
      setJudged(null);
    },
    async explain(reason: string) {
      if (given === null) return;
      const isDone = await carryOut({
        act: (context) => explainJudgment(context, id, given, reason),
        done: REASON_SAVED,
        failed: judgeFailed,
      });
      if (isDone) setGiven(null);
    },
    leaveReason: () => setGiven(null),
  };
}
