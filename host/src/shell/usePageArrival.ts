/** What happens when one arrives at another page: the view starts at its top, and focus goes to its heading. */
import { useLocation } from '@hindsight/shared-contracts/router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useHost } from './hostContext';
import { withoutOverlays } from './overlayAddress';
import { useOverlays } from './useOverlays';

/**
 * Scrolls on any change of path or query, except when only a dialog over the page opens or closes. Moves the focus on a change
 * of path only, so that typing in a filter goes on, and only from where it was when the change began.
 */
export function usePageArrival(): void {
  const { pathname, search } = useLocation();
  const { arrival } = useHost();
  const address = pathname + withoutOverlays(search, useOverlays());
  const lastPath = useRef(pathname);
  const lastAddress = useRef(address);

  useLayoutEffect(() => {
    if (lastAddress.current === address) return;
    lastAddress.current = address;
    window.scrollTo(0, 0);
  }, [address]);

  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    if (arrival.focusIsFree()) document.getElementById('page-title')?.focus({ preventScroll: true });
  }, [pathname, arrival]);
}
