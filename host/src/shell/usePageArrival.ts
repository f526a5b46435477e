/** What happens when one arrives at another page: the view starts at its top, and focus goes to its heading. */
import { useLocation } from '@hindsight/shared-contracts/router';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** Scrolls on any change of path or query; moves the focus on a change of path only, so that typing in a filter goes on. */
export function usePageArrival(): void {
  const { pathname, search } = useLocation();
  const lastPath = useRef(pathname);
  const lastAddress = useRef(pathname + search);

  useLayoutEffect(() => {
    if (lastAddress.current === pathname + search) return;
    lastAddress.current = pathname + search;
    window.scrollTo(0, 0);
  }, [pathname, search]);

  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    document.getElementById('page-title')?.focus({ preventScroll: true });
  }, [pathname]);
}
