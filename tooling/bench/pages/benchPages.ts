/**
 * How the pages of memory data feel with a large workspace behind them: from a click to rows, typing at a quarter of the speed, and what
 * a tab holds after fifty visits of each page. Rivals in the same run: the page's own first visit, with and without a rest before it, in
 * which code and rows are fetched ahead; the same program as one bundle; and a bare text box on an empty page.
 */
import { loadavg } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { buildPackages } from '../../build/buildPackages';
import { BUILT_PACKAGES } from '../../build/packages';
import { buildMonolith } from '../buildMonolith';
import { machine, writeSection } from '../document';
import { median, openOwn, signIn, startRival } from '../rival';
import { table } from '../table';
import { measureHeap } from './heap';
import { SIZES, startLargeStack } from './largeStack';
import { PROBES } from './probes';
import { measureTyping, type Typing } from './typing';
import { openWorkspace, PAGES, timeToRows, type BenchPage } from './visited';

/** Warm visits of each page. */
const VISITS = 11;
const FIRST_VISITS = 3;
const ROUNDS = 50;
/** Letters that match nothing, so that the rows change most, and letters that match much. */
const TEXT = 'timeout of the queue';

const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
const megabytes = (value: number) => `${(value / 1024 / 1024).toFixed(1)} MB`;
const ratio = (ours: number, rival: number) => (ours / rival).toFixed(2);

async function openLarge(browser: Browser, origin: string, workspace: string): Promise<Page> {
  const context = await browser.newContext({
    storageState: await signIn(browser, origin),
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(PROBES);
  const page = await context.newPage();
  await page.goto(`${origin}/support`);
  await openWorkspace(page, workspace);
  return page;
}

/** Waits until the page has fetched ahead what it fetches while it rests. */
const rested = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('hindsight:fetched-at-rest').length > 0);

/** The first visit since the page was loaded: without a rest before it, its code and its rows have yet to come. */
async function firstVisit(page: Page, one: BenchPage, isRested: boolean): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < FIRST_VISITS; n++) {
    await page.goto(new URL('/support', page.url()).href);
    await page.waitForLoadState('networkidle');
    if (isRested) await rested(page);
    times.push(await timeToRows(page, one));
  }
  return median(times);
}

/** Visits each page in turn, so that every visit comes from another page, and every build, so that what else the machine does falls on all. */
async function warmVisits(builds: readonly Page[]): Promise<Map<string, number[]>> {
  const times = new Map(PAGES.map(({ name }) => [name, builds.map(() => [] as number[])]));
  for (let n = 0; n <= VISITS; n++) {
    for (const [build, page] of builds.entries()) {
      for (const one of PAGES) {
        const time = await timeToRows(page, one);
        await page.waitForLoadState('networkidle');
        if (n > 0) times.get(one.name)?.[build]?.push(time);
      }
    }
  }
  return new Map([...times].map(([name, all]) => [name, all.map(median)]));
}

async function clickTable(ours: Page, rival: Page): Promise<string> {
  const rows = [['page', 'first visit', 'after a rest', 'warm', 'one bundle, warm', 'warm / one bundle']];
  const firsts = new Map<string, [early: number, rested: number]>();
  for (const one of PAGES) {
    firsts.set(one.name, [await firstVisit(ours, one, false), await firstVisit(ours, one, true)]);
  }
  const warm = await warmVisits([ours, rival]);
  for (const { name } of PAGES) {
    const [early, rested] = firsts.get(name) ?? [Number.NaN, Number.NaN];
    const [time = Number.NaN, other = Number.NaN] = warm.get(name) ?? [];
    rows.push([name, ...[early, rested, time, other].map(milliseconds), ratio(time, other)]);
  }
  return table(rows);
}

function typingRow(name: string, one: Typing): string[] {
  return [
    name,
    `${one.dropped} of ${one.frames + one.dropped}`,
    String(one.longTasks),
    milliseconds(one.longest),
    milliseconds(one.echo),
    milliseconds(one.worstEcho),
  ];
}

async function typingTable(page: Page): Promise<string> {
  const rows = [
    ['typing at 4x slowdown', 'frames dropped', 'long tasks', 'longest', 'key to picture', 'worst'],
  ];
  const bare = await page.context().newPage();
  await bare.goto(`data:text/html,<input>`);
  rows.push(typingRow('a bare text box', await measureTyping(bare, 'input', TEXT)));
  await bare.close();
  for (const one of PAGES.filter(({ label }) => !['Dashboard', 'Analytics'].includes(label))) {
    await page.locator('aside').getByRole('link', { name: one.label, exact: true }).click();
    await page.locator(one.ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    rows.push(typingRow(one.name, await measureTyping(page, 'main [role="searchbox"]', TEXT)));
  }
  return table(rows);
}

async function heapTable(page: Page): Promise<string> {
  const { early, late } = await measureHeap(page, PAGES, ROUNDS);
  return table([
    ['held after', 'heap', 'nodes', 'listeners'],
    [
      `${ROUNDS / 5} visits of each page`,
      megabytes(early.heap),
      String(early.nodes),
      String(early.listeners),
    ],
    [`${ROUNDS} visits`, megabytes(late.heap), String(late.nodes), String(late.listeners)],
    [
      'ratio',
      ratio(late.heap, early.heap),
      ratio(late.nodes, early.nodes),
      ratio(late.listeners, early.listeners),
    ],
  ]);
}

/** Runs everything, prints three tables and puts them into docs/page-measurements.md. */
export async function benchPages(): Promise<void> {
  const report = (text: string) => console.log(text);
  report('Building ...');
  await buildPackages(BUILT_PACKAGES);
  const bundle = await buildMonolith('bundle');
  const { stack, dataDir, workspace } = await startLargeStack(report);
  const rival = await startRival(stack, dataDir, bundle);
  const own = await openOwn();
  try {
    const [ours, theirs] = [
      await openLarge(own.browser, stack.urls.gateway, workspace),
      await openLarge(rival.browser, stack.urls.gateway, workspace),
    ];
    const { blocks, keywords, agents } = SIZES;
    const size = [blocks, keywords, agents].map((count) => count.toLocaleString('en-GB'));
    const load = loadavg()[0];
    const clicks = await clickTable(ours, theirs);
    await theirs.close();
    const tables = [clicks, await typingTable(ours), await heapTable(ours)].join('\n\n');
    const how = `${size[0]} memory blocks in all, ${size[1]} keywords and ${size[2]} agents more than the demo's (${machine(load)}). From a click in the sidebar to rows, typing at a quarter of the processor's speed, and what a tab holds after many visits.`;
    writeSection(`pages, ${size[0]} blocks`, `## Pages, with ${size[0]} blocks\n\n${how}\n\n${tables}`);
  } finally {
    await own.stop();
    await rival.stop();
    await stack.stop();
  }
}
