/** The stream of changes, which stays open as long as a page is looked at. */
import type { Page } from '@playwright/test';

/** Resolves when the page follows changes. Call it before the page is opened. */
export const liveChanges = (page: Page) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events');

/** For tests that wait until the network is idle, or count what a page asks though others change its workspace: this page polls. */
export async function withoutLiveChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      String(input).includes('/api/events')
        ? Promise.resolve(new Response(null, { status: 204 }))
        : send(input, init);
  });
}
