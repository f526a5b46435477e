/** Keeps the guide, which opens by itself on a person's first visit to the dashboard, out of tests that are about something else. */
import type { BrowserContext } from '@playwright/test';

/** Every page of the context behaves as if its person had closed the guide before. What is really stored still counts. */
export async function guideWasSeen(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const read = Storage.prototype.getItem;
    Storage.prototype.getItem = function (key) {
      const stored = read.call(this, key);
      return stored === null && key.startsWith('hindsight.get-started.')
        ? '2026-01-01T00:00:00.000Z'
        : stored;
    };
  });
}
