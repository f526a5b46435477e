/** Restores focus when a dialog closes, even if it is unmounted while open. */
import { useLayoutEffect } from 'react';
import { openDialogs, type Panel, type Trail } from './openDialogs';
import { tabStops } from './useFocusTrap';

/** Trail of a dialog that closes in the current step: a dialog that replaces it has the same origin. */
let leaving: Trail | null = null;

/**
 * Whether focus is lost. If other code moved it on purpose, it stays there. A dialog below has focus itself only for lack of a better
 * place: see useFocusKept.
 */
function isLost(panel: HTMLElement | null): boolean {
  const active = document.activeElement;
  return (
    active === null ||
    active === document.body ||
    !active.isConnected ||
    (panel?.contains(active) ?? false) ||
    [...openDialogs.keys()].some(({ current }) => current === active)
  );
}

/** An element and its ancestors, up to the page. */
function withContainers(element: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at && !at.matches('main, body'); at = at.parentElement)
    path.push(at);
  return path;
}

function captureTrail(): Trail {
  const active = document.activeElement;
  if (active === null || active === document.body) {
    const trail = leaving ?? [...openDialogs.values()].at(-1) ?? [];
    leaving = null;
    return trail;
  }
  const below = [...openDialogs].findLast(([panel]) => panel.current?.contains(active));
  return [...withContainers(active), ...(below?.[1] ?? [])];
}

/** The opener may have been removed or disabled by the dialog's action; then the nearest candidate gets focus. */
function returnFocus(trail: Trail): void {
  for (const place of trail) {
    if (!(place instanceof HTMLElement) || !place.isConnected) continue;
    for (const target of [place, tabStops(place)[0]]) {
      target?.focus({ preventScroll: true });
      if (target && document.activeElement === target) return;
    }
  }
}

/** @param panel the dialog's element, set while it is open. */
export function useFocusReturn(open: boolean, panel: Panel): void {
  useLayoutEffect(() => {
    if (!open) return;
    const trail = captureTrail();
    openDialogs.set(panel, trail);
    const returnFocusIfLost = () => {
      if (leaving !== trail) return;
      leaving = null;
      if (isLost(panel.current)) returnFocus(trail);
    };
    return () => {
      openDialogs.delete(panel);
      leaving = trail;
      queueMicrotask(returnFocusIfLost);
    };
  }, [open, panel]);
}
