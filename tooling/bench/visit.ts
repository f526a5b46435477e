/** One cold visit of one page in a real browser: bytes on the wire, requests, depth of the request chain, paint times. */
import type { Browser, BrowserContextOptions, CDPSession } from '@playwright/test';

export interface Visit {
  requests: number;
  /** Bytes received, headers included, as the browser counts them. */
  bytes: number;
  scriptBytes: number;
  /** Longest chain of requests in which each was caused by the one before; the document itself is 1. */
  depth: number;
  /** Milliseconds to the first and to the largest contentful paint. */
  fcp: number;
  lcp: number;
  /** Milliseconds that scripts ran. */
  scriptTime: number;
}

interface Phone {
  /** Added round-trip time in milliseconds and bytes per second in both directions; a phone on a fair connection. */
  latency: number;
  throughput: number;
  /** How many times slower than this machine. */
  slowdown: number;
}

interface Frames {
  callFrames: { url: string }[];
  parent?: Frames;
}

interface Seen {
  url: string;
  causes: string[];
  bytes: number;
}

function framesOf(stack: Frames | undefined): string[] {
  return stack ? [...stack.callFrames.map((frame) => frame.url), ...framesOf(stack.parent)] : [];
}

/** Depth of every address: one more than the deepest of those that caused it. */
export function chainDepth(requests: Pick<Seen, 'url' | 'causes'>[]): number {
  const depths = new Map<string, number>();
  for (const { url, causes } of requests) {
    const above = causes.filter((cause) => cause !== url).map((cause) => depths.get(cause) ?? 0);
    depths.set(url, Math.max(depths.get(url) ?? 0, 1 + Math.max(0, ...above)));
  }
  return Math.max(0, ...depths.values());
}

function watch(cdp: CDPSession): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, initiator }) => {
    if (!request.url.startsWith('http')) return;
    const causes = [initiator.url ?? '', ...framesOf(initiator.stack as Frames | undefined)].filter(Boolean);
    seen.set(requestId, { url: request.url, causes, bytes: 0 });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = seen.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  return seen;
}

/**
 * @param state cookies of a signed-in person; the cache is empty.
 * @param ready text that is on the page when it shows real rows.
 */
export async function visit(
  browser: Browser,
  url: string,
  ready: string,
  state: BrowserContextOptions['storageState'],
  phone: Phone | null,
): Promise<Visit> {
  const context = await browser.newContext({ storageState: state, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const last = list.getEntries().at(-1);
        if (last) (globalThis as { lcp?: number }).lcp = last.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Performance.enable');
    if (phone) {
      const { latency, throughput, slowdown } = phone;
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await cdp.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: throughput,
        uploadThroughput: throughput,
      });
    }
    const seen = watch(cdp);
    await page.goto(url);
    await page.locator(ready).first().waitFor({ timeout: 60_000 });
    await page.waitForLoadState('networkidle');
    const lcp = await page.evaluate(() => (globalThis as { lcp?: number }).lcp ?? Number.NaN);
    const fcp = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    const { metrics } = await cdp.send('Performance.getMetrics');
    const scriptTime = 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
    const requests = [...seen.values()];
    const sum = (list: Seen[]) => list.reduce((total, request) => total + request.bytes, 0);
    return {
      requests: requests.length,
      bytes: sum(requests),
      scriptBytes: sum(requests.filter(({ url }) => new URL(url).pathname.endsWith('.js'))),
      depth: chainDepth(requests),
      fcp,
      lcp,
      scriptTime,
    };
  } finally {
    await context.close();
  }
}
