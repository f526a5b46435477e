/** The dialogs that are open, in their order. One that closes is none of them any more, although it may still fade. */
import type { RefObject } from 'react';

export type Panel = RefObject<HTMLElement | null>;
/** Where the focus may return to, the best first: what opened the dialog, its containers, what opened the dialog below. */
export type Trail = readonly Element[];

export const openDialogs = new Map<Panel, Trail>();

/** The dialog that is over all others. */
export function topDialog(): HTMLElement | undefined {
  const open = new Set([...openDialogs.keys()].map(({ current }) => current));
  const elements = document.querySelectorAll<HTMLElement>('[role="dialog"]');
  return [...elements].findLast((element) => open.has(element));
}

/** Whether a dialog is over all others. */
export function isTopDialog(dialog: HTMLElement | null): boolean {
  return topDialog() === dialog;
}
