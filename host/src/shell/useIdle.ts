/** Defers work until the page is idle. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useState } from 'react';
import { whenIdle } from '../federation/prefetch';

/**
 * Whether the page has been idle since the component mounted, and the session is known: earlier, the service would reject requests of a
 * user without access to the pages.
 */
export function useIdle(): boolean {
  const { status } = useShell().session;
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let isMounted = true;
    whenIdle(() => isMounted && setIdle(true));
    return () => {
      isMounted = false;
    };
  }, []);
  return isIdle && (status === 'signed-in' || status === 'guest');
}
