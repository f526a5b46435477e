/** Fetches what a person is about to need: on hover, on focus, and when the page has nothing else to do. */
import { ensureRemote } from './useRemote';

/** Starts loading a remote's code; a failure is kept for the moment when the part is really asked for. */
export function prefetchRemote(name: string): void {
  ensureRemote(name);
}

/**
 * The heavier doors of shared-ui. The host names each of them once, because it provides to remotes only what is part of its own build.
 */
const doors = {
  /** Selects, search box, pagination: what every list page needs. */
  data: () => import('@hindsight/shared-ui/data'),
  /** Dialogs, questions, tabs, tooltips, progress. */
  dialog: () => import('@hindsight/shared-ui/dialog'),
  /** Controls of forms. */
  form: () => import('@hindsight/shared-ui/form'),
  /** Formatted text. */
  markdown: () => import('@hindsight/shared-ui/markdown'),
  /** What a change does to a text. */
  review: () => import('@hindsight/shared-ui/review'),
  /** The data table. */
  table: () => import('@hindsight/shared-ui/table'),
};

/** Fetches a door before a page asks for it. */
export async function prefetchDoor(name: keyof typeof doors): Promise<void> {
  await doors[name]();
}

/** Runs a task when the browser is idle, at the latest after two seconds. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 500);
}
