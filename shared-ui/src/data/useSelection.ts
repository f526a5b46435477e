/** Selected rows of a list. */
import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  /** Ids of the selected rows, all of which are on the list. */
  ids: ReadonlySet<string>;
  /** Everything that matches the filters is selected, across pages. */
  isAll: boolean;
  toggle(id: string): void;
  set(ids: Iterable<string>): void;
  /** Selects everything that matches, not only the rows on the list. */
  selectAll(): void;
  clear(): void;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * A row that leaves the list is deselected for good: an action changes only what a person can see.
 * @param rows ids of the selectable rows on the list.
 * @param key identifies the list without its page: a selection belongs to one workspace and one search.
 */
export function useSelection(rows: readonly string[], key = ''): Selection {
  const [state, setState] = useState({ key, ids: NONE, isAll: false });
  const onList = useMemo(() => new Set(rows), [rows]);
  let current = state;
  if (state.key !== key) current = { key, ids: NONE, isAll: false };
  else if ([...state.ids].some((id) => !onList.has(id))) {
    current = { ...state, ids: new Set([...state.ids].filter((id) => onList.has(id))) };
  }
  if (current !== state) setState(current);

  const { isAll } = current;
  const ids = isAll ? onList : current.ids;
  const set = useCallback(
    (chosen: Iterable<string>) => setState((now) => ({ ...now, ids: new Set(chosen), isAll: false })),
    [],
  );
  const toggle = useCallback(
    (id: string) =>
      setState((now) => {
        const next = new Set(now.isAll ? onList : now.ids);
        if (!next.delete(id)) next.add(id);
        return { ...now, ids: next, isAll: false };
      }),
    [onList],
  );
  const selectAll = useCallback(() => setState((now) => ({ ...now, ids: NONE, isAll: true })), []);
  const clear = useCallback(() => set([]), [set]);
  return useMemo(
    () => ({ ids, isAll, toggle, set, selectAll, clear }),
    [ids, isAll, toggle, set, selectAll, clear],
  );
}
