/** Gives the focus back to where it came from when a dialog goes, also when it is taken off the page without closing. */
import { useLayoutEffect, type RefObject } from 'react';
import { tabStops } from './useFocusTrap';

type Panel = RefObject<HTMLElement | null>;
/** Where the focus may go back to, the best place first: what opened the dialog, what that stands in, what opened that. */
type Trail = readonly Element[];

/** The dialogs that are open, in their order. */
const openDialogs = new Map<Panel, Trail>();
/** Of a dialog that goes in this very step: one that comes in its place was opened from there too. */
let leaving: Trail | null = null;

/** Focus that nobody wanted where it is. Somebody else may have moved the focus on purpose; then it stays there. */
function isLost(panel: HTMLElement | null): boolean {
  const active = document.activeElement;
  return (
    active === null || active === document.body || !active.isConnected || (panel?.contains(active) ?? false)
  );
}

/** An element and what it stands in, up to the page itself. */
function withSurroundings(element: Element): Element[] {
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
  return [...withSurroundings(active), ...(below?.[1] ?? [])];
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
