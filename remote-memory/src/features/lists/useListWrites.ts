/** Changes a list that is loaded whole (keywords, agents) and keeps it right without loading all of it again. */
import { useMemo } from 'react';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useWriteContext, type WriteContext } from '../../api/blockWrites';
import { isUncertain, reasonOf } from '../../model/reasons';
import { useFailureToast } from '../blockActions/useFailureToast';

/** Null when it was done; else the reason, which a toast in the spec's words has announced. */
export type Outcome = string | null;

interface Write {
  act(): Promise<void>;
  done: string;
  failed(reason: string): string;
  /** What a new row is called: the service refuses it when an earlier try made it, whose answer was lost. */
  name?: string;
}

export interface ListWrites<Row> {
  context: WriteContext;
  carryOut(write: Write): Promise<Outcome>;
  /** Edits the rows that are loaded. */
  change(edit: (rows: Row[]) => Row[]): void;
  /** Asks for the list again. */
  reload(): void;
  /** Asks again for what names or counts its rows: cards, counts, sums. Only what is on screen is asked for at once. */
  reloadOthers(): void;
}

const CONFLICT = 409;

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
    const lead = scopeKey(context.scope);
    const rows = [lead, list, 'list'];
    const perhapsMade = new Set<string>();
    const reload = () => void client.invalidateQueries({ queryKey: rows });
    return {
      context,
      reload,
      change: (edit) => client.setQueryData<Row[]>(rows, (now) => now && edit(now)),
      reloadOthers: () =>
        void client.invalidateQueries({
          predicate: ({ queryKey: [workspace, what, part] }) =>
            workspace === lead && !(what === list && part === 'list') && !apart.includes(String(what)),
        }),
      async carryOut({ act, done, failed, name }) {
        try {
          await act();
        } catch (error) {
          // The list shows what became of it, as soon as it can be asked.
          if (isUncertain(error)) reload();
          const isMade =
            name !== undefined &&
            perhapsMade.has(name) &&
            error instanceof ApiError &&
            error.status === CONFLICT;
          if (!isMade) {
            if (name !== undefined && isUncertain(error)) perhapsMade.add(name);
            const reason = reasonOf(error);
            fail(error, failed(reason));
            return reason;
          }
          reload();
        }
        toasts.show('success', done);
        return null;
      },
    };
  }, [toasts, context, client, fail, list, apart]);
}

const NOTHING: readonly string[] = [];
