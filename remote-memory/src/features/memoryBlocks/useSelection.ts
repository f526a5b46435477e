/** The selection of a list: some memories by ID, or all that match its filters. */
import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  /** Everything that matches the filters, on whatever page. */
  isAll: boolean;
  toggle(id: string): void;
  set(ids: readonly string[]): void;
  all(): void;
  clear(): void;
}

const NONE: ReadonlySet<string> = new Set();

/** @param key what the list shows, without its page: a choice made in one workspace or search means nothing in another. */
export function useSelection(key: string): Selection {
  const [state, setState] = useState({ key, ids: NONE, isAll: false });
  const current = state.key === key ? state : { key, ids: NONE, isAll: false };
  if (current !== state) setState(current);

  const toggle = useCallback(
    (id: string) =>
      setState(({ ids, ...rest }) => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        return { ...rest, ids: next, isAll: false };
      }),
    [],
  );
  const set = useCallback(
    (ids: readonly string[]) => setState((now) => ({ ...now, ids: new Set(ids), isAll: false })),
    [],
  );
  const all = useCallback(() => setState((now) => ({ ...now, isAll: true })), []);
  const clear = useCallback(() => setState((now) => ({ ...now, ids: NONE, isAll: false })), []);
  const { ids, isAll } = current;
  return useMemo(() => ({ ids, isAll, toggle, set, all, clear }), [ids, isAll, toggle, set, all, clear]);
}
