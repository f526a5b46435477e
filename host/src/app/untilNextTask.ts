/** Lets the browser do what waits: show a picture, answer a press. */

/** Of browsers that have it; it comes back before other tasks of the page. */
type Scheduler = { yield?(): Promise<void> };

export function untilNextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
