/** One load of a page with an empty cache, in a real browser: when its rows are there, and what that took. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/** The machine and the line that a page is loaded on. */
export interface Profile {
  name: string;
  context: BrowserContextOptions;
  /** How many times slower than this machine. */
  slowdown: number;
  /** Added round-trip time in milliseconds, and bytes per second in both directions; as fast as the machine is without it. */
  line?: { latency: number; throughput: number };
}

/** A page, and what is on it when a person can read and use it. */
export interface BenchPage {
  path: string;
  selectors: { rows: string; control: string };
}

/** Times are milliseconds since the navigation began. */
export interface Visit {
  /** The data is readable. */
  rows: number;
  /** The data is readable, and the first control is there. */
  usable: number;
  firstPaint: number;
  largestPaint: number;
  /** By how much tasks were longer than 50 ms, until two seconds after the page was usable. */
  blocking: number;
  /** Cumulative layout shift; 0 is best. */
  shift: number;
  /** Of what was complete before the rows. */
  bytes: number;
  /** Sent before the rows. */
  requests: number;
}

/** A request of the page; times are seconds of the browser's own clock. */
export interface Transfer {
  sentAt: number;
  /** When all of it was there, and how many bytes that took on the line, headers included. */
  received?: { at: number; bytes: number };
}

/** Counts what was sent and received until a moment, in milliseconds since the first request, which is that of the document. */
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
/** What comes so soon after the page is usable still holds up its first use. */
const SETTLE_MS = 2_000;

/** Asks from outside, because the policy of the pages lets no condition be evaluated inside, and seldom, because each question takes time. */
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
 * Loads a page in a context of its own.
 * @param state cookies and storage of a signed-in person.
 * @throws Error when no rows come within a minute.
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
