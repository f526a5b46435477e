/** Changes a fully loaded list (keywords, agents) and updates its rows without a refetch. */
import { useMemo } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useWriteContext, type WriteContext } from '../../api/memoryWrites';
import { useFailureToast } from '../blockActions/useFailureToast';

/** Null on success; otherwise the reason, already shown in a toast. */
export type Outcome = string | null;

interface Write {
  /** Resolves with the undo, if one is available. */
  act(): Promise<(() => void) | void>;
  done: string;
  failed(reason: string): string;
}

interface ListWrites<Row> {
  context: WriteContext;
  carryOut(write: Write): Promise<Outcome>;
  change(edit: (rows: Row[]) => Row[]): void;
  /** Refetches the rows when their state is unknown. */
  reloadRows(): void;
  /** Refetches everything that names or counts its rows: cards, counts, sums. */
  reloadOthers(): void;
}

/** @param list query key of the rows. @param apart keys that its changes do not affect. */
export function useListWrites<Row>(
  list: 'keywords' | 'agents',
  apart: readonly string[] = NOTHING,
): ListWrites<Row> {
  const { toasts } = useShell();
  const context = useWriteContext();
  const client = useQueryClient();
  const fail = useFailureToast();
  return useMemo(() => {
    const prefix = scopeKey(context.scope);
    const rows = [prefix, list, 'list'];
    return {
      context,
      change: (edit) => client.setQueryData<Row[]>(rows, (now) => now && edit(now)),
      reloadRows: () => void client.invalidateQueries({ queryKey: rows }),
      reloadOthers: () =>
        void client.invalidateQueries({
          predicate: ({ queryKey: [workspace, what, part] }) =>
            workspace === prefix && !(what === list && part === 'list') && !apart.includes(String(what)),
        }),
      async carryOut({ act, done, failed }) {
        let undo: (() => void) | void;
        try {
          undo = await act();
        } catch (error) {
          // The change may have succeeded although its response was lost; the refetch shows.
          void client.invalidateQueries({ queryKey: rows });
          const reason = describeError(error);
          fail(error, failed(reason));
          return reason;
        }
        toasts.show('success', done, undo ? { action: { label: 'Undo', run: undo } } : undefined);
        return null;
      },
    };
  }, [toasts, context, client, fail, list, apart]);
}

const NOTHING: readonly string[] = [];
