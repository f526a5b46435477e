/** Keeps the focus in the queue when a decision takes away what had it, so that keys go on working. */
import { useEffect, useRef, type RefObject } from 'react';

const findOpener = (area: HTMLElement | null): HTMLElement | null =>
  area?.querySelector<HTMLElement>('[data-current] [data-opens]') ?? null;

/** @param current the key of the item that is shown: with another one, a focused row gives the focus to its row. */
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
