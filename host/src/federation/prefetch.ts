/** Loads ahead what a person is about to need, when the page is idle. */

/**
 * The larger entry points of shared-ui. The host names each of them, because it provides to remotes only what is part of its own build.
 */
const entryPoints = {
  /** Selects, search box, pagination: what every list page needs. */
  data: () => import('@hindsight/shared-ui/data'),
  /** Dialogs, questions, tabs, tooltips, progress. */
  dialog: () => import('@hindsight/shared-ui/dialog'),
  /** Form controls. */
  form: () => import('@hindsight/shared-ui/form'),
  /** Formatted text. */
  markdown: () => import('@hindsight/shared-ui/markdown'),
  /** The difference between two texts. */
  review: () => import('@hindsight/shared-ui/review'),
  /** The data table. */
  table: () => import('@hindsight/shared-ui/table'),
};

/** Fetches an entry point before a page needs it. */
export async function prefetchEntryPoint(name: keyof typeof entryPoints): Promise<void> {
  await entryPoints[name]();
}

/** Runs a task when the browser is idle, at the latest after two seconds. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 500);
}
