/** Which people are selected; they stay so while one turns pages. */
import { useState } from 'react';
import type { BetaUserRow } from '../../model/betaUser';

export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, BetaUserRow>>(new Map());
  return {
    rows: [...chosen.values()],
    has: (userId: string) => chosen.has(userId),
    /** Adds or removes people. */
    set(people: readonly BetaUserRow[], on: boolean) {
      setChosen((before) => {
        const after = new Map(before);
        for (const row of people) {
          if (on) after.set(row.userId, row);
          else after.delete(row.userId);
        }
        return after;
      });
    },
    clear: () => setChosen(new Map()),
  };
}
