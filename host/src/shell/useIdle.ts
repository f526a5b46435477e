/** What can wait until a page is there. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useState } from 'react';
import { whenIdle } from '../federation/prefetch';

/**
 * Whether the page has been idle since the component mounted, and it is known who is looking: before, the service would refuse what
 * is asked for a person whom the pages are closed to.
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
