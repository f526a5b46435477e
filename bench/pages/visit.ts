/** Measures one page load with an empty cache in a real browser: when the rows are visible, and what the load cost. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/** The simulated device and network. */
export interface Profile {
  name: string;
  context: BrowserContextOptions;
  /** CPU slowdown factor relative to this machine. */
  slowdown: number;
  /** Added round-trip time in milliseconds, and bytes per second in both directions; without it the network is not throttled. */
  line?: { latency: number; throughput: number };
}

/** A page, and the selectors that show when it is readable and usable. */
export interface BenchPage {
  path: string;
  selectors: { rows: string; control: string };
}

/** Times are milliseconds since the start of the navigation. */
export interface Visit {
  /** The data is readable. */
  rows: number;
  /** The data is readable, and the first control is visible. */
  usable: number;
  firstPaint: number;
  largestPaint: number;
  /** Total time of long tasks beyond 50 ms each, until two seconds after the page is usable. */
  blocking: number;
  /** Cumulative layout shift; 0 is best. */
  shift: number;
  /** Bytes of responses that were complete before the rows. */
  bytes: number;
  /** Sent before the rows. */
  requests: number;
}

/** A request of the page; times are seconds of the browser's own clock. */
export interface Transfer {
  sentAt: number;
  /** When the response was complete, and its size on the wire including headers. */
  received?: { at: number; bytes: number };
}

/** Counts requests and bytes up to a time in milliseconds since the first request, which is the document. */
export function countTransfers(
  transfers: readonly Transfer[],
  until: number,
): Pick<Visit, 'bytes' | 'requests'> {
  const end = (transfers[0]?.sentAt ?? 0) + until / 1000;
  const complete = transfers.flatMap(({ received }) => (received && received.at <= end ? [received] : []));
  return {
    bytes: complete.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: transfers.filter(({ sentAt }) => sentAt <= end).length,
  };
}

async function watchTransfers(cdp: CDPSession): Promise<Map<string, Transfer>> {
  const transfers = new Map<string, Transfer>();
  cdp.on('Network.requestWillBeSent', ({ requestId, timestamp, request: { url } }) => {
    if (url.startsWith('http')) transfers.set(requestId, { sentAt: timestamp });
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp: at, encodedDataLength: bytes }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.received = { at, bytes };
  });
  await cdp.send('Network.enable');
  return transfers;
}

async function slowDown(cdp: CDPSession, { slowdown, line }: Profile): Promise<void> {
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

type Observed = Pick<Visit, 'rows' | 'usable' | 'largestPaint' | 'shift' | 'blocking'>;

const OBSERVER = path.join(import.meta.dirname, 'observe.js');
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 250;
/** Work that follows this soon after the page is usable still blocks the first interaction. */
const SETTLE_MS = 2_000;

/** Polls from outside because the pages' CSP blocks conditions evaluated inside, and at long intervals because each poll costs CPU time. */
async function untilSettled(tab: Page): Promise<Observed> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while ((await tab.evaluate<Observed>('observed')).usable === null) {
    if (performance.now() > deadline) throw new Error(`${tab.url()} was not usable within a minute.`);
    await sleep(POLL_MS);
  }
  await sleep(SETTLE_MS);
  return tab.evaluate<Observed>('observed');
}

/**
 * Loads a page in a new browser context.
 * @param state cookies and storage of a signed-in person.
 * @throws Error when no rows appear within a minute.
 */
export async function visit(
  browser: Browser,
  origin: string,
  page: BenchPage,
  state: BrowserContextOptions['storageState'],
  profile: Profile,
): Promise<Visit> {
  const context = await browser.newContext({ ...profile.context, storageState: state });
  try {
    const tab = await context.newPage();
    await tab.addInitScript({ content: `globalThis.selectors = ${JSON.stringify(page.selectors)};` });
    await tab.addInitScript({ path: OBSERVER });
    const cdp = await context.newCDPSession(tab);
    const transfers = await watchTransfers(cdp);
    await slowDown(cdp, profile);
    await tab.goto(origin + page.path, { waitUntil: 'commit', timeout: READY_TIMEOUT_MS });
    const observed = await untilSettled(tab);
    const firstPaint = await tab.evaluate<number>(
      `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
    );
    return { ...observed, firstPaint, ...countTransfers([...transfers.values()], observed.rows) };
  } finally {
    await context.close();
  }
}
