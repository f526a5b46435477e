/** Holds the page still behind a dialog, in place: what the scroll bar took is kept free. */
import { useLayoutEffect } from 'react';

let locks = 0;

/** Written to the element itself, because the page's policy refuses style elements that a library makes up. */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return;
    const page = document.documentElement;
    locks += 1;
    if (locks === 1) {
      const bar = window.innerWidth - page.clientWidth;
      page.style.overflow = 'hidden';
      page.style.paddingInlineEnd = `${bar}px`;
    }
    return () => {
      locks -= 1;
      if (locks > 0) return;
      page.style.removeProperty('overflow');
      page.style.removeProperty('padding-inline-end');
    };
  }, [locked]);
}
