/** When the server is asked for the registry: each minute, on a return to the tab, with a navigation; never in a hidden tab. */

export const EVERY_MS = 60_000;
/** A navigation or a return asks at most so often. */
export const AT_MOST_EVERY_MS = 3000;

export interface Schedule {
  navigated(): void;
  stop(): void;
}

export function startSchedule(look: () => void, page: Document = document): Schedule {
  let last = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;

  function due(pause: number): void {
    if (page.visibilityState === 'hidden' || Date.now() - last < pause) return;
    last = Date.now();
    look();
  }

  function follow(): void {
    clearInterval(timer);
    timer = undefined;
    if (page.visibilityState === 'hidden') return;
    due(AT_MOST_EVERY_MS);
    // Half of the pause: a look that a navigation took does not postpone the next one by a whole minute.
    timer = setInterval(() => due(EVERY_MS / 2), EVERY_MS);
  }

  follow();
  page.addEventListener('visibilitychange', follow);
  return {
    navigated: () => due(AT_MOST_EVERY_MS),
    stop() {
      clearInterval(timer);
      page.removeEventListener('visibilitychange', follow);
    },
  };
}
