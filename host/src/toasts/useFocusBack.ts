/** Gives the focus back when the toast that holds it is answered: otherwise a keyboard user would start again at the top of the page. */
import { useLayoutEffect, useRef, type FocusEvent } from 'react';

/** Where a person goes on when what they came from is gone, e.g. the row that Undo brings back in another place. */
const headingOfPage = () => document.getElementById('page-title');

/**
 * @param shown what is shown; another value means that it was rendered again.
 * @returns `cameFrom` for the list's `onFocus`, and `goingBack`, to be called before a toast is taken away by its own button.
 */
export function useFocusBack(shown: unknown) {
  const origin = useRef<Element | null>(null);
  const left = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const was = left.current;
    left.current = null;
    // What the button did may have moved the focus on purpose.
    if (!was || ![was, document.body, null].includes(document.activeElement)) return;
    const target = origin.current?.isConnected ? origin.current : headingOfPage();
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }, [shown]);
  return {
    cameFrom({ relatedTarget, currentTarget }: FocusEvent) {
      if (relatedTarget instanceof Element && currentTarget.contains(relatedTarget)) return;
      origin.current =
        relatedTarget instanceof Element && relatedTarget !== document.body ? relatedTarget : null;
    },
    goingBack() {
      const { activeElement, body } = document;
      left.current = activeElement === body ? null : activeElement;
    },
  };
}
