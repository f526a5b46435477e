/** Keeps the focus in the queue when a decision removes the focused element, so that keys keep working. */
import { useEffect, useRef, type RefObject } from 'react';

const findOpener = (area: HTMLElement | null): HTMLElement | null =>
  area?.querySelector<HTMLElement>('[data-current] [data-opens]') ?? null;

/** @param current key of the shown item; when it changes, the focus moves from another row to its row. */
export function useKeptFocus(area: RefObject<HTMLElement | null>, current: string): void {
  const isInside = useRef(false);
  useEffect(() => {
    const note = ({ target }: Event) => {
      isInside.current = target instanceof Node && area.current?.contains(target) === true;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [area]);
  useEffect(() => {
    const active = document.activeElement;
    const isLost = active === document.body && isInside.current;
    const isOtherRow = active?.matches('[data-row]:not([data-current]) [data-opens]') === true;
    if (isLost || (isOtherRow && area.current?.contains(active)))
      findOpener(area.current)?.focus({ preventScroll: true });
  }, [area, current]);
}
