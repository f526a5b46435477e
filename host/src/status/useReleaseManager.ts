/** The release manager, with its answers kept current. */
import { useEffect, useReducer, useState } from 'react';
import { useFederation } from '../federation/federation';
import type { ReleaseManager } from '../federation/releases/releases';

interface Loading {
  manager: ReleaseManager | null;
  failed: boolean;
}

/** Null while its code is loading; `failed` when that cannot be fetched. */
export function useReleaseManager(): Loading {
  const { releases } = useFederation();
  const [state, setState] = useState<Loading>({ manager: null, failed: false });
  const [, render] = useReducer((count: number) => count + 1, 0);
  const { manager } = state;
  useEffect(() => {
    let unmounted = false;
    releases.manager().then(
      (loaded) => unmounted || setState({ manager: loaded, failed: false }),
      () => unmounted || setState({ manager: null, failed: true }),
    );
    return () => void (unmounted = true);
  }, [releases]);
  useEffect(() => manager?.subscribe(render), [manager]);
  return state;
}
