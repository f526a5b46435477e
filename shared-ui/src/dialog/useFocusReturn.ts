/** Returns the focus to where it came from when a dialog closes, also when it is unmounted while open. */
import { useLayoutEffect } from 'react';
import { openDialogs, type Panel, type Trail } from './openDialogs';
import { tabStops } from './useFocusTrap';

/** Of a dialog that goes in this very step: one that comes in its place was opened from there too. */
let leaving: Trail | null = null;

/**
 * Whether the focus is lost. Other code may have moved it on purpose; then it stays there. A dialog below has it itself only because
 * it had no better place: see useFocusKept.
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

/** An element and its containers, up to the page itself. */
function withContainers(element: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at && !at.matches('main, body'); at = at.parentElement)
    path.push(at);
  return path;
}

function trailFromHere(): Trail {
  const active = document.activeElement;
  if (active === null || active === document.body) {
    const trail = leaving ?? [...openDialogs.values()].at(-1) ?? [];
    leaving = null;
    return trail;
  }
  const below = [...openDialogs].findLast(([panel]) => panel.current?.contains(active));
  return [...withContainers(active), ...(below?.[1] ?? [])];
}

/** What opened the dialog may be gone or switched off by what the dialog did; then comes what is nearest to it. */
function giveBack(trail: Trail): void {
  for (const place of trail) {
    if (!(place instanceof HTMLElement) || !place.isConnected) continue;
    for (const target of [place, tabStops(place)[0]]) {
      target?.focus({ preventScroll: true });
      if (target && document.activeElement === target) return;
    }
  }
}

/** @param panel the dialog's element, filled while it is open. */
export function useFocusReturn(open: boolean, panel: Panel): void {
  useLayoutEffect(() => {
    if (!open) return;
    const trail = trailFromHere();
    openDialogs.set(panel, trail);
    const giveBackIfLost = () => {
      if (leaving !== trail) return;
      leaving = null;
      if (isLost(panel.current)) giveBack(trail);
    };
    return () => {
      openDialogs.delete(panel);
      leaving = trail;
      queueMicrotask(giveBackIfLost);
    };
  }, [open, panel]);
}
