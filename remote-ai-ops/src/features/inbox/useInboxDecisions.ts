/** Decides items of the inbox: one call, one answer and one undo, however many there are. */
import type { ReviewItem, ReviewVerdict } from '@hindsight/shared-contracts/api';
import { reasonOf } from '@hindsight/shared-contracts/rules';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { useConfirm } from '@hindsight/shared-ui/dialog';
import { useRef, useState } from 'react';
import { decideItems, type DecidedItem } from '../../api/review';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { inboxTexts as texts } from './texts';
import { keyOf, type Queue } from './useQueue';

type Target = Pick<ReviewItem, 'kind' | 'id'>;

/** What was masked is gone. */
const canBeUndone = (verdict: ReviewVerdict) => (item: Target) =>
  !(item.kind === 'secret' && verdict === 'accept');

/** The list shows a decision at once; the calls follow in the order of the keys. */
export function useInboxDecisions({ mark, reopen }: Pick<Queue, 'mark' | 'reopen'>) {
  const { api, guardWrite, toasts } = useShell();
  const confirm = useConfirm();
  const invalidateLists = useInvalidateLists();
  const calls = useRef(Promise.resolve());
  /** What was decided here and can be undone, the last one last. */
  const history = useRef<readonly (readonly Target[])[]>([]);
  const [underWay, setUnderWay] = useState(0);
  useUnsavedChanges(underWay > 0, texts.underWay);
  const [canUndo, setCanUndo] = useState(false);
  const [answer, setAnswer] = useState('');
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());

  function remember(next: readonly (readonly Target[])[]): void {
    history.current = next.filter((batch) => batch.length > 0);
    setCanUndo(history.current.length > 0);
  }

  async function send(verdict: ReviewVerdict, items: readonly DecidedItem[]): Promise<void> {
    try {
      const results = await decideItems(api, verdict, [...items]);
      const failed = results.filter(({ success }) => !success);
      const done = results.flatMap(({ success, kind, id }) => (success ? [{ kind, id }] : []));
      setProblems(new Map(failed.map((result) => [keyOf(result), result.error ?? ''])));
      if (verdict !== 'reopen' && failed.length > 0) mark(failed, 'reopen');
      if (verdict === 'reopen') reopen(done);
      const keys = new Set(done.map(keyOf));
      const undoable = verdict === 'reopen' ? [] : done.filter(canBeUndone(verdict));
      remember([...history.current.map((batch) => batch.filter((item) => !keys.has(keyOf(item)))), undoable]);
      const [first] = done;
      const said = first ? texts.done(verdict, first.kind, done.length) : '';
      setAnswer(said);
      // One after the other, the list says what became of each, and a key undoes it.
      if (done.length > 1) {
        const action = { label: texts.undoAll, run: () => enqueue(() => send('reopen', undoable)) };
        toasts.show('success', said, undoable.length > 0 ? { action } : {});
      }
      if (failed[0]) toasts.show('error', texts.failed(failed.length, results.length, failed[0].error ?? ''));
    } catch (error) {
      if (verdict !== 'reopen') mark(items, 'reopen');
      toasts.show('error', texts.callFailed(reasonOf(error)));
    } finally {
      // Also after a failure: someone else may have decided.
      void invalidateLists();
    }
  }

  function enqueue(work: () => Promise<void>): void {
    setUnderWay((count) => count + 1);
    calls.current = calls.current.then(work).finally(() => setUnderWay((count) => count - 1));
  }

  return {
    /** What the last decision has done. */
    answer,
    /** Why items could not be decided, by their keys. */
    problems,
    canUndo,
    async decide(verdict: 'accept' | 'reject', items: readonly DecidedItem[]) {
      if (items.length === 0 || !guardWrite(texts.signIn)) return;
      const secrets = verdict === 'accept' ? items.filter(({ kind }) => kind === 'secret').length : 0;
      if (secrets > 0) {
        const isSure = await confirm({
          title: texts.mask.title(secrets),
          message: texts.mask.message,
          confirmLabel: 'Mask',
        });
        if (!isSure) return;
      }
      mark(items, verdict);
      enqueue(() => send(verdict, items));
    },
    undo() {
      enqueue(async () => {
        const last = history.current.at(-1);
        if (last) await send('reopen', last);
      });
    },
  };
}
