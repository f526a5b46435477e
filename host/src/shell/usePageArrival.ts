/** On arrival at another page, scrolls to the top and moves the focus to the heading. */
import { useLocation } from '@hindsight/shared-contracts/router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useHost } from './hostContext';
import { withoutOverlays } from './overlayAddress';
import { useOverlays } from './useOverlays';

/**
 * Scrolls on any change of path or query, except when only a dialog over the page opens or closes. Moves the focus only on a change of
 * path, so that typing in a filter is not interrupted, and only if it has not moved since the change began.
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
