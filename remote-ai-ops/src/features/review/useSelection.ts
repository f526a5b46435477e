/** Which of the visible rows are selected; a row that is not on the list any more is not selected either. */
import { useCallback, useState } from 'react';

/** @param ids the visible rows that can be selected. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected: ReadonlySet<string> = new Set(ids.filter((id) => chosen.has(id)));
  const toggle = useCallback(
    (id: string) =>
      setChosen((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  return {
    selected,
    toggle,
    selectAll: () => setChosen(new Set(ids)),
    keepOnly: (keeps: (id: string) => boolean) => setChosen((now) => new Set([...now].filter(keeps))),
    clearSelection: () => setChosen(new Set()),
  };
}
