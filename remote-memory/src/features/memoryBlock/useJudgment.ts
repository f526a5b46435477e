/** Judges a memory at once, with an undo and a reason that may follow. */
import { useState } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { explainJudgment, judge, takeJudgmentBack } from '../../api/feedback';
import { JUDGMENTS, RESOLVE, type Judgment, type JudgmentKind } from '../../model/judgments';
import { useBlockWork } from '../blockActions/useBlockWork';
import { judgeFailed, REASON_SAVED, RESOLVED, SIGN_IN_TO_JUDGE, TAKEN_BACK } from './texts';

export function useJudgment(id: string) {
  const { guardWrite } = useShell();
  const carryOut = useBlockWork();
  const [busy, setBusy] = useState(false);
  /** The judgment that can be given a reason. */
  const [given, setGiven] = useState<string | null>(null);
  /** What the person has just said. */
  const [judged, setJudged] = useState<JudgmentKind | null>(null);

  function takeBack(feedbackId: string): void {
    setGiven(null);
    setJudged(null);
    void carryOut({
      act: (context) => takeJudgmentBack(context, id, feedbackId),
      done: TAKEN_BACK,
      failed: judgeFailed,
    });
  }

  async function send(judgment: Judgment, done: string): Promise<string | null> {
    if (!guardWrite(SIGN_IN_TO_JUDGE) || busy) return null;
    setBusy(true);
    const sent: { id: string | null } = { id: null };
    await carryOut({
      act: async (context) => void (sent.id = await judge(context, id, judgment)),
      done,
      undo: () => sent.id !== null && takeBack(sent.id),
      failed: judgeFailed,
    });
    setBusy(false);
    return sent.id;
  }

  return {
    busy,
    judged,
    /** Whether a reason can be added to the judgment that was just given. */
    asksReason: given !== null,
    async judge(kind: JudgmentKind) {
      const chosen = JUDGMENTS.find((one) => one.kind === kind);
      if (!chosen) return;
      const id = await send(chosen.judgment, chosen.done);
      setGiven(id);
      if (id !== null) setJudged(kind);
    },
    resolve: async () => {
      await send(RESOLVE, RESOLVED);
      setGiven(null);
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
