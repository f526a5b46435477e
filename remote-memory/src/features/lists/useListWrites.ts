/** Writes to a list that is loaded whole (keywords, agents), and updates it without loading it again. */
import { useMemo } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useWriteContext, type WriteContext } from '../../api/memoryWrites';
import { useFailureToast } from '../blockActions/useFailureToast';

/** Null when it was done; else the reason, which a toast has announced. */
export type Outcome = string | null;

interface Write {
  /** Resolves with what takes it back, where that can be offered. */
  act(): Promise<(() => void) | void>;
  done: string;
  failed(reason: string): string;
}

interface ListWrites<Row> {
  context: WriteContext;
  carryOut(write: Write): Promise<Outcome>;
  change(edit: (rows: Row[]) => Row[]): void;
  /** Loads the rows again, where it is not known what has become of them. */
  reloadRows(): void;
  /** Reloads what names or counts its rows: cards, counts, sums. */
  reloadOthers(): void;
}

/** @param list the key of its rows; `apart` names keys that its changes do not touch. */
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
          // The answer may be lost, not the change: the list shows it.
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
