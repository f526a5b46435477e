/** The selected people; paging keeps the selection. */
import type { BetaAccessUser } from '@hindsight/shared-contracts/api';
import { useState } from 'react';

/** Keeps the rows, not only the ids: a bulk update names people on other pages. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, BetaAccessUser>>(new Map());
  return {
    rows: [...selected.values()],
    has: (userId: string) => selected.has(userId),
    /** Adds or removes people. */
    set(people: readonly BetaAccessUser[], on: boolean) {
      setSelected((before) => {
        const after = new Map(before);
        for (const row of people) {
          if (on) after.set(row.user_id, row);
          else after.delete(row.user_id);
        }
        return after;
      });
    },
    clear: () => setSelected(new Map()),
  };
}
