/** A cold and a repeated visit of one page in a real browser: bytes on the wire, requests, depth of the request chain, paint times. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from '@playwright/test';
import type { Profile } from './profiles';

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
  /** Milliseconds until the first row is in the document. */
  rows: number;
  /** Milliseconds that scripts ran. */
  scriptTime: number;
  /** How far what was shown moved by itself, as web vitals count it; 0 is best. */
  shift: number;
  /** Milliseconds by which tasks were longer than 50. */
  blocking: number;
}

const OBSERVER = path.join(import.meta.dirname, 'observe.js');

/** What the page itself observes of its visit. */
type Observed = Pick<Visit, 'lcp' | 'rows' | 'shift' | 'blocking'>;

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

/** The stream of changes never ends. */
const isStream = (url: string) => new URL(url).pathname === '/api/events';

/** Requests of the page, and how to wait until none has been on its way for half a second. */
function watch(cdp: CDPSession): { seen: Map<string, Seen>; idle(): Promise<void> } {
  const seen = new Map<string, Seen>();
  const open = new Set<string>();
  let changed = Date.now();
  const end = (requestId: string) => {
    open.delete(requestId);
    changed = Date.now();
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, request, initiator }) => {
    if (!request.url.startsWith('http')) return;
    const causes = [initiator.url ?? '', ...framesOf(initiator.stack as Frames | undefined)].filter(Boolean);
    seen.set(requestId, { url: request.url, causes, bytes: 0 });
    if (!isStream(request.url)) open.add(requestId);
    changed = Date.now();
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = seen.get(requestId);
    if (request) request.bytes = encodedDataLength;
    end(requestId);
  });
  cdp.on('Network.loadingFailed', ({ requestId }) => end(requestId));
  const idle = async () => {
    while (open.size > 0 || Date.now() - changed < 500) await sleep(50);
  };
  return { seen, idle };
}

async function slowDown(cdp: CDPSession, { line, slowdown }: Profile): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (!line) return;
  const { latency, throughput } = line;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

async function visit(context: BrowserContext, url: string, ready: string, profile: Profile): Promise<Visit> {
  const page = await context.newPage();
  try {
    await page.addInitScript({ content: `globalThis.rowSelector = ${JSON.stringify(ready)};` });
    await page.addInitScript({ path: OBSERVER });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Performance.enable');
    await slowDown(cdp, profile);
    const { seen, idle } = watch(cdp);
    await page.goto(url);
    await page.locator(ready).first().waitFor({ timeout: 60_000 });
    await idle();
    const observed = await page.evaluate(() => (globalThis as unknown as { observed: Observed }).observed);
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
      ...observed,
      scriptTime,
    };
  } finally {
    await page.close();
  }
}

/**
 * Visits a page with an empty cache, and once more with what that visit left there.
 * @param state cookies and storage of a signed-in person.
 * @param ready selector of what is on the page when it shows real rows.
 */
export async function visitTwice(
  browser: Browser,
  url: string,
  ready: string,
  state: BrowserContextOptions['storageState'],
  profile: Profile,
): Promise<{ cold: Visit; repeat: Visit }> {
  const context = await browser.newContext({ ...profile.context, storageState: state });
  try {
    const cold = await visit(context, url, ready, profile);
    return { cold, repeat: await visit(context, url, ready, profile) };
  } finally {
    await context.close();
  }
}
