/** What can wait until a page is there. */
import { useEffect, useState } from 'react';
import { whenIdle } from '../federation/prefetch';

/** Whether the page has been idle since the component mounted. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let isMounted = true;
    whenIdle(() => isMounted && setIdle(true));
    return () => {
      isMounted = false;
    };
  }, []);
  return isIdle;
}
