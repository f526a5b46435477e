/** Which rows of those in sight are selected; what goes out of sight is not selected any more. */
import { useCallback, useState } from 'react';

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
