/** Decides items of the inbox: one call, one answer and one undo, however many there are. */
import type { ReviewItem, ReviewVerdict } from '@hindsight/shared-contracts/api';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { useConfirm } from '@hindsight/shared-ui/data';
import { useRef, useState } from 'react';
import { decideItems, type DecidedItem } from '../../api/review';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { inboxTexts as texts } from './texts';
import { toKey, type Queue } from './useQueue';

type Target = Pick<ReviewItem, 'kind' | 'id'>;

/** What was masked is gone. */
const canBeUndone = (verdict: ReviewVerdict) => (item: Target) =>
  !(item.kind === 'secret' && verdict === 'accept');

/** What one decision did and can be undone; until its call has ended, what it will do. */
interface Batch {
  items: readonly Target[];
}

/** The list shows a decision at once; the calls follow in the order of the keys. */
export function useInboxDecisions({ mark, reopen }: Pick<Queue, 'mark' | 'reopen'>) {
  const { api, guardWrite, toasts } = useShell();
  const confirm = useConfirm();
  const invalidateLists = useInvalidateLists();
  const calls = useRef(Promise.resolve());
  /** The last one last. */
  const history = useRef<readonly Batch[]>([]);
  const [underWay, setUnderWay] = useState(0);
  useUnsavedChanges(underWay > 0, texts.underWay);
  const [canUndo, setCanUndo] = useState(false);
  const [answer, setAnswer] = useState('');
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());

  function remember(next: readonly Batch[]): void {
    history.current = next.filter(({ items }) => items.length > 0);
    setCanUndo(history.current.length > 0);
  }

  async function send(verdict: ReviewVerdict, items: readonly DecidedItem[], batch: Batch): Promise<void> {
    try {
      const results = await decideItems(api, verdict, [...items]);
      const failed = results.filter(({ success }) => !success);
      const done = results.flatMap(({ success, kind, id }) => (success ? [{ kind, id }] : []));
      setProblems(new Map(failed.map((result) => [toKey(result), result.error ?? ''])));
      if (verdict === 'reopen') {
        reopen(done);
        batch.items = failed;
      } else {
        if (failed.length > 0) mark(failed, 'reopen');
        batch.items = done.filter(canBeUndone(verdict));
      }
      const [first] = done;
      const said = first ? texts.done(verdict, first.kind, done.length) : '';
      setAnswer(said);
      // One after the other, the list says what became of each, and a key undoes it.
      if (done.length > 1) {
        const action = { label: texts.undoAll, run: () => undo(batch) };
        const isUndoable = verdict !== 'reopen' && batch.items.length > 0;
        toasts.show('success', said, isUndoable ? { action } : {});
      }
      if (failed[0]) toasts.show('error', texts.failed(failed.length, results.length, failed[0].error ?? ''));
    } catch (error) {
      if (verdict !== 'reopen') {
        mark(items, 'reopen');
        batch.items = [];
      }
      toasts.show('error', texts.callFailed(describeError(error)));
    } finally {
      remember(history.current);
      // Also after a failure: someone else may have decided.
      void invalidateLists();
    }
  }

  function enqueue(work: () => Promise<void>): void {
    setUnderWay((count) => count + 1);
    calls.current = calls.current.then(work).finally(() => setUnderWay((count) => count - 1));
  }

  /** Also while its call is on its way: what that has done is undone right after it. */
  function undo(batch: Batch | undefined): void {
    if (!batch) return;
    remember(history.current.filter((other) => other !== batch));
    enqueue(async () => {
      if (batch.items.length === 0) return;
      await send('reopen', batch.items, batch);
      remember([...history.current.filter((other) => other !== batch), batch]);
    });
  }

  return {
    answer,
    /** Why items could not be decided, by their keys. */
    problems,
    canUndo,
    async decide(verdict: Exclude<ReviewVerdict, 'reopen'>, items: readonly DecidedItem[]) {
      if (items.length === 0 || !guardWrite(texts.signIn)) return;
      const secrets = verdict === 'accept' ? items.filter(({ kind }) => kind === 'secret').length : 0;
      if (secrets > 0) {
        const isSure = await confirm({
          title: texts.mask.title(secrets),
          message: texts.mask.message(secrets),
          confirmLabel: 'Redact',
        });
        if (!isSure) return;
      }
      mark(items, verdict);
      const batch = { items: items.filter(canBeUndone(verdict)) };
      remember([...history.current, batch]);
      enqueue(() => send(verdict, items, batch));
    },
    undo: () => undo(history.current.at(-1)),
  };
}
