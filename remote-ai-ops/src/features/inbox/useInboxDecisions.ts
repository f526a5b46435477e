/** Decides any number of inbox items with one call, one result and one undo. */
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

/** A redacted secret cannot be restored. */
const canBeUndone = (verdict: ReviewVerdict) => (item: Target) =>
  !(item.kind === 'secret' && verdict === 'accept');

/** Undoable items of one decision; the expected ones while its call is in flight. */
interface Batch {
  items: readonly Target[];
}

/** Optimistic: the list shows a decision immediately; the calls follow sequentially. */
export function useInboxDecisions({ mark, reopen }: Pick<Queue, 'mark' | 'reopen'>) {
  const { api, guardWrite, toasts } = useShell();
  const confirm = useConfirm();
  const invalidateLists = useInvalidateLists();
  const calls = useRef(Promise.resolve());
  /** Oldest first. */
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
      // For single decisions the list shows the outcome, and a key undoes it.
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
      // Also after a failure: someone else may have resolved the items.
      void invalidateLists();
    }
  }

  function enqueue(work: () => Promise<void>): void {
    setUnderWay((count) => count + 1);
    calls.current = calls.current.then(work).finally(() => setUnderWay((count) => count - 1));
  }

  /** Works while the call is in flight, too: the undo is queued right after it. */
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
    /** Reasons for failed decisions, by item key. */
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
