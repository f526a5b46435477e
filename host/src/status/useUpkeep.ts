/** The upkeep of the page's releases, with its answers as they are now. */
import { useEffect, useReducer, useState } from 'react';
import { askUpkeep } from '../federation/askUpkeep';
import type { Upkeep } from '../federation/types';

/** Null while its code is on the way; `failed` when that cannot be fetched. */
export function useUpkeep(): { upkeep: Upkeep | null; failed: boolean } {
  const [state, setState] = useState<{ upkeep: Upkeep | null; failed: boolean }>({
    upkeep: null,
    failed: false,
  });
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const { upkeep } = state;
  useEffect(() => {
    let gone = false;
    askUpkeep().then(
      (found) => gone || setState({ upkeep: found, failed: false }),
      () => gone || setState({ upkeep: null, failed: true }),
    );
    return () => void (gone = true);
  }, []);
  useEffect(() => upkeep?.subscribe(draw), [upkeep]);
  return state;
}
