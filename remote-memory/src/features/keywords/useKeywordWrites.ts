/** Adds, edits, merges and deletes keywords. */
import { useMemo } from 'react';
import type { KeywordChange } from '@hindsight/shared-contracts/api';
import { changeKeywords, keepDistinction, keepUnused, undoKeywordChanges } from '../../api/keywords';
import { toKeyword, type Keyword } from '../../model/keyword';
import { useListWrites } from '../lists/useListWrites';
import {
  ADDED,
  addFailed,
  CLEANED,
  cleanFailed,
  DELETED,
  deleteFailed,
  dismissFailed,
  keepFailed,
  dismissedText,
  keptText,
  LISTED_AGAIN,
  suggestedAgainText,
  undoFailed,
  UNDONE,
  UPDATED,
  updateFailed,
} from './texts';

export interface KeywordWrites {
  /** Each resolves with whether it succeeded; failures have already been shown. */
  add(text: string): Promise<boolean>;
  update(id: string, text: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Merges, renames and deletes atomically, with a single undo. */
  clean(changes: KeywordChange[]): Promise<boolean>;
  /** Stops suggesting the first keyword as a duplicate of the others. */
  dismissDuplicate(keyword: Pick<Keyword, 'id' | 'text'>, others: string[]): Promise<boolean>;
  /** Stops listing keywords as unused. */
  keepUnused(ids: string[]): Promise<boolean>;
}

const APART = ['agents', 'keyword-changes'];

/** Renaming, merging and deleting offer Undo. */
export function useKeywordWrites(): KeywordWrites {
  const writes = useListWrites<Keyword>('keywords', APART);
  return useMemo(() => {
    const { context, change, reloadOthers, reloadRows } = writes;
    const { api, scope } = context;
    async function carryOut(write: Parameters<typeof writes.carryOut>[0]) {
      const isDone = (await writes.carryOut(write)) === null;
      if (isDone) reloadOthers();
      return isDone;
    }
    async function saveKeywordChanges(changes: KeywordChange[]) {
      const id = await changeKeywords(context, changes);
      if (id === null) return undefined;
      return () =>
        void carryOut({
          async act() {
            await undoKeywordChanges(context, id);
            reloadRows();
          },
          done: UNDONE,
          failed: undoFailed,
        });
    }
    /** Dismisses a suggestion and offers Undo. */
    function dismiss(
      say: (isSo: boolean) => Promise<void>,
      { done, undone, failed }: { done: string; undone: string; failed(reason: string): string },
    ) {
      const undo = () => void carryOut({ act: () => say(false), done: undone, failed: undoFailed });
      return carryOut({
        async act() {
          await say(true);
          return undo;
        },
        done,
        failed,
      });
    }
    return {
      add: (typed) => {
        const text = typed.trim();
        return carryOut({
          async act() {
            const answer = await api.call('POST /keywords/', { body: { keyword_text: text }, scope });
            change((rows) => [toKeyword(answer), ...rows]);
          },
          done: ADDED,
          failed: addFailed,
        });
      },
      update: (id, typed) =>
        carryOut({
          async act() {
            const text = typed.trim();
            const undo = await saveKeywordChanges([{ keyword_ids: [id], keyword_text: text }]);
            change((rows) => rows.map((row) => (row.id === id ? { ...row, text } : row)));
            return undo;
          },
          done: UPDATED,
          failed: updateFailed,
        }),
      remove: (id) =>
        carryOut({
          async act() {
            const undo = await saveKeywordChanges([{ keyword_ids: [id], keyword_text: null }]);
            change((rows) => rows.filter((row) => row.id !== id));
            return undo;
          },
          done: DELETED,
          failed: deleteFailed,
        }),
      clean: (changes) =>
        carryOut({
          async act() {
            const undo = await saveKeywordChanges(changes);
            reloadRows();
            return undo;
          },
          done: CLEANED,
          failed: cleanFailed,
        }),
      dismissDuplicate: ({ id, text }, others) =>
        dismiss(
          (isDistinct) =>
            keepDistinction(context, { keyword_id: id, other_ids: others, is_distinct: isDistinct }),
          {
            done: dismissedText(text),
            undone: suggestedAgainText(text),
            failed: dismissFailed,
          },
        ),
      keepUnused: (ids) =>
        dismiss((isKept) => keepUnused(context, { keyword_ids: ids, is_kept: isKept }), {
          done: keptText(ids.length),
          undone: LISTED_AGAIN,
          failed: keepFailed,
        }),
    };
  }, [writes]);
}
