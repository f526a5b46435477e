/** Keeps first-visit behavior out of other tests: the guide, and the starting workspace. */
import type { BrowserContext } from '@playwright/test';

/** Every page of the context acts as if the guide was closed and the personal workspace used before. Stored values take precedence. */
export async function markGuideSeen(context: BrowserContext): Promise<void> {
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
