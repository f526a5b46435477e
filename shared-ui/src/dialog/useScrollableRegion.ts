/** Lets the keyboard scroll a box: it takes the focus while its content is longer than itself. */
import { useEffect, useRef, type RefObject } from 'react';

/** @param active false while the box is not on the page. */
export function useScrollableRegion(active: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!active || !element) return;
    const measure = () => {
      const overflows = element.scrollHeight > element.clientHeight + 1;
      if (overflows) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [active]);
  return box;
}
