/** Adds, changes and deletes keywords. */
import { useMemo } from 'react';
import { deleteKeyword } from '../../api/keywords';
import { toKeyword, type Keyword } from '../../model/keyword';
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
  const writes = useListWrites<Keyword>('keywords', APART);
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
            const body = { keyword_text: typed.trim() };
            const answer = await api.call('PUT /keywords/{id}', { params: { id }, body, scope });
            const now = toKeyword(answer);
            change((rows) => rows.map((row) => (row.id === id ? now : row)));
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
