/** The stream of changes, open as long as a page is visible. */
import type { Page } from '@playwright/test';

/**
 * Resolves when the page follows changes: the first event of the stream names its start. The page may have missed earlier changes and
 * reloads those itself. Call it before the page is opened.
 */
export async function followChanges(page: Page): Promise<{ begun: Promise<void> }> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  const begun = new Promise<void>((resolve) => {
    const streams = new Set<string>();
    browser.on('Network.responseReceived', ({ requestId, response: { url, status } }) => {
      if (status === 200 && new URL(url).pathname === '/api/events') streams.add(requestId);
    });
    browser.on('Network.dataReceived', ({ requestId }) => streams.has(requestId) && resolve());
  });
  return { begun };
}

/** For tests that count a page's requests while others change its workspace: makes the page poll. */
export async function withoutLiveChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      String(input).includes('/api/events')
        ? Promise.resolve(new Response(null, { status: 204 }))
        : send(input, init);
  });
}
