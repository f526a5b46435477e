/** Which people are selected; they stay so while one turns pages. */
import { useState } from 'react';
import type { BetaUserRow } from '../../model/betaUser';

export function useSelection() {
  const [rows, setRows] = useState<readonly BetaUserRow[]>([]);
  return {
    rows,
    ids: rows.map(({ userId }) => userId),
    /** Adds or removes people. */
    set(chosen: readonly BetaUserRow[], on: boolean) {
      const ids = chosen.map(({ userId }) => userId);
      setRows((before) => {
        const others = before.filter(({ userId }) => !ids.includes(userId));
        return on ? [...others, ...chosen] : others;
      });
    },
    clear: () => setRows([]),
  };
}
