/** Adds, changes and deletes keywords, and keeps the list right without loading all of it again. */
import { useMemo } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useWriteContext } from '../../api/blockWrites';
import { deleteKeyword } from '../../api/keywordWrites';
import { readKeywordRow, type KeywordRow } from '../../model/keywordRow';
import { reasonOf } from '../../model/reasons';
import { useFailureToast } from '../blockActions/useFailureToast';
import { ADDED, addFailed, DELETED, deleteFailed, UPDATED, updateFailed } from './texts';

export interface KeywordWrites {
  /** Each answers whether it was done; why not has been shown. */
  add(text: string): Promise<boolean>;
  update(id: string, text: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
}

export function useKeywordWrites(): KeywordWrites {
  const { toasts } = useShell();
  const context = useWriteContext();
  const client = useQueryClient();
  const fail = useFailureToast();
  return useMemo(() => {
    const { api, scope } = context;
    const lead = scopeKey(scope);
    const change = (edit: (rows: KeywordRow[]) => KeywordRow[]) =>
      client.setQueryData<KeywordRow[]>([lead, 'keywords', 'list'], (rows) => rows && edit(rows));
    /** Cards, counts and sums name keywords too; only what is on screen is asked for again at once. */
    const reloadOthers = () =>
      void client.invalidateQueries({
        predicate: ({ queryKey }) =>
          queryKey[0] === lead && queryKey[1] !== 'keywords' && queryKey[1] !== 'agents',
      });

    async function carryOut(act: () => Promise<void>, done: string, failed: (reason: string) => string) {
      try {
        await act();
      } catch (error) {
        fail(error, failed(reasonOf(error)));
        return false;
      }
      toasts.show('success', done);
      reloadOthers();
      return true;
    }
    return {
      add: (text) =>
        carryOut(
          async () => {
            const answer = await api.call('POST /keywords/', { body: { keyword_text: text.trim() }, scope });
            const row = readKeywordRow(answer);
            if (row) change((rows) => [row, ...rows]);
            else await client.invalidateQueries({ queryKey: [lead, 'keywords'] });
          },
          ADDED,
          addFailed,
        ),
      update: (id, text) =>
        carryOut(
          async () => {
            const body = { keyword_text: text.trim() };
            const answer = await api.call('PUT /keywords/{id}', { params: { id }, body, scope });
            const now = readKeywordRow(answer)?.text || text.trim();
            change((rows) => rows.map((row) => (row.id === id ? { ...row, text: now } : row)));
          },
          UPDATED,
          updateFailed,
        ),
      remove: (id) =>
        carryOut(
          async () => {
            await deleteKeyword(context, id);
            change((rows) => rows.filter((row) => row.id !== id));
          },
          DELETED,
          deleteFailed,
        ),
    };
  }, [toasts, context, client, fail]);
}
