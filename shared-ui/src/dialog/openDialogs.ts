/** Open dialogs, in opening order. A closing dialog no longer counts, even while it fades out. */
import type { RefObject } from 'react';

export type Panel = RefObject<HTMLElement | null>;
/** Candidates for restoring focus, best first: the opener, its containers, the opener of the dialog below. */
export type Trail = readonly Element[];

export const openDialogs = new Map<Panel, Trail>();

/** The topmost dialog. */
export function topDialog(): HTMLElement | undefined {
  const open = new Set([...openDialogs.keys()].map(({ current }) => current));
  const elements = document.querySelectorAll<HTMLElement>('[role="dialog"]');
  return [...elements].findLast((element) => open.has(element));
}

/** Whether a dialog is the topmost one. */
export function isTopDialog(dialog: HTMLElement | null): boolean {
  return topDialog() === dialog;
}
