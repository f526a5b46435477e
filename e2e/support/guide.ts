/** Keeps what belongs to a person's first visit out of tests that are about something else: the guide, and where they start. */
import type { BrowserContext } from '@playwright/test';

/** Every page of the context behaves as if its person had closed the guide and worked in the personal workspace before. What is really stored still counts. */
export async function guideWasSeen(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const read = Storage.prototype.getItem;
    Storage.prototype.getItem = function (key) {
      const stored = read.call(this, key);
      if (stored !== null) return stored;
      if (key === 'selectedScope') return 'personal';
      return key.startsWith('hindsight.get-started.') ? '2026-01-01T00:00:00.000Z' : null;
    };
  });
}
