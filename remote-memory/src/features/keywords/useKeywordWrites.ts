/** Adds, changes and deletes keywords. */
import { useMemo } from 'react';
import { deleteKeyword } from '../../api/keywordWrites';
import { readKeywordRow, type KeywordRow } from '../../model/keywordRow';
import { useListWrites } from '../lists/useListWrites';
import { ADDED, addFailed, DELETED, deleteFailed, UPDATED, updateFailed } from './texts';

export interface KeywordWrites {
  /** Each answers whether it was done; why not has been shown. */
  add(text: string): Promise<boolean>;
  update(id: string, text: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
}

const APART = ['agents'];

export function useKeywordWrites(): KeywordWrites {
  const writes = useListWrites<KeywordRow>('keywords', APART);
  return useMemo(() => {
    const { context, change } = writes;
    const { api, scope } = context;
    async function carryOut(write: Parameters<typeof writes.carryOut>[0]) {
      const isDone = (await writes.carryOut(write)) === null;
      if (isDone) writes.reloadOthers();
      return isDone;
    }
    return {
      add: (typed) => {
        const text = typed.trim();
        return carryOut({
          async act() {
            const row = readKeywordRow(
              await api.call('POST /keywords/', { body: { keyword_text: text }, scope }),
            );
            if (row) change((rows) => [row, ...rows]);
            else writes.reload();
          },
          done: ADDED,
          failed: addFailed,
          name: text,
        });
      },
      update: (id, typed) =>
        carryOut({
          async act() {
            const body = { keyword_text: typed.trim() };
            const answer = await api.call('PUT /keywords/{id}', { params: { id }, body, scope });
            const text = readKeywordRow(answer)?.text || body.keyword_text;
            change((rows) => rows.map((row) => (row.id === id ? { ...row, text } : row)));
          },
          done: UPDATED,
          failed: updateFailed,
        }),
      remove: (id) =>
        carryOut({
          async act() {
            await deleteKeyword(context, id);
            change((rows) => rows.filter((row) => row.id !== id));
          },
          done: DELETED,
          failed: deleteFailed,
        }),
    };
  }, [writes]);
}
