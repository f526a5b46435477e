/** A remote is shipped, rolled back, tried on one organization and broken while people work: nothing is lost, and the reason is on screen. */
import { readFileSync, rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { chooseWorkspace, fetchedAtRest, sidebarLink, title } from '../support/frame';
import { expectSameDocument, markDocument } from '../support/mark';
import { type OwnStack, startOwnStack } from '../support/ownStack';
import { people, personButton } from '../support/people';
import { createReleases, type ReleaseFolder } from '../support/releases';
import { scopeOf, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

const BEFORE = 'Recent memory blocks';
const AFTER = 'Recent memory blocks, shipped';
/** The version of the memory remote that the stack runs; the shipped ones are later. */
const { version: RUNNING } = JSON.parse(
  readFileSync(new URL('../../remote-memory/package.json', import.meta.url), 'utf8'),
) as { version: string };
const text = (pattern: string) => new RegExp(pattern);

// One after the other: they share a registry.
test.describe.configure({ mode: 'default' });

let stack: OwnStack;
let releases: ReleaseFolder;

test.beforeAll(async () => {
  releases = await createReleases();
  stack = await startOwnStack({ REMOTE_OVERRIDE_ORIGINS: 'http://localhost:*' }, releases.dir);
});
test.beforeEach(() => releases.reset());
test.afterAll(async () => {
  await stack.stop();
  releases.remove();
});

const publishShipped = (version: string) =>
  releases.publish('memory', version, { edit: (code) => code.replaceAll(BEFORE, AFTER) });

async function open(page: Page, target = '/dashboard'): Promise<void> {
  await page.goto(`${stack.urls.gateway}/oauth2/sign_in?rd=${encodeURIComponent(target)}`);
  await personButton(page, people.owner).click();
  await expect(title(page)).toBeVisible();
}

const recent = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true });
const notice = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** The page asks on a return to the tab; it has begun to listen once it rests. */
async function lookUntil(page: Page, seen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await seen();
  }).toPass({ intervals: [500], timeout: 20_000 });
}

const lookFor = (page: Page, text: string | RegExp) =>
  lookUntil(page, () => expect(notice(page, text)).toBeVisible({ timeout: 500 }));

test('a page that stays open through many releases keeps the style sheets of the last two', async ({
  page,
}) => {
  await open(page);
  await markDocument(page);
  const foldersWithStyles = () =>
    page.evaluate((origin) => {
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
      const ofMemory = links.map(({ href }) => new URL(href)).filter((url) => url.origin === origin);
      return new Set(ofMemory.map(({ pathname }) => pathname.replace(/[^/]*$/, ''))).size;
    }, stack.urls.memory);
  const client = await page.context().newCDPSession(page); await client.send('Performance.enable');
  test.setTimeout(900_000);
  for (let number = 1; number <= 50; number++) {
    const version = `2.${number}.0`;
    const heading = `${BEFORE} ${version}`;
    await releases.publish('memory', version, { edit: (code) => code.replaceAll(BEFORE, heading) });
    await releases.promote('memory', version);
    await lookFor(page, text(`New version ready: Memory ${version} replaces`));
    await page.getByRole('button', { name: 'Use it now' }).click();
    await expect(recent(page, heading)).toBeVisible();
    expect(await foldersWithStyles()).toBe(2);
    if (number % 10 === 0 || number < 3) { await page.waitForTimeout(500); await client.send('HeapProfiler.collectGarbage'); const { metrics } = await client.send('Performance.getMetrics') as any; const m = Object.fromEntries(metrics.map((x: any) => [x.name, x.value])); console.log(number, (m.JSHeapUsedSize/1e6).toFixed(1), 'MB', m.Nodes, 'nodes', m.JSEventListeners, 'listeners', await page.evaluate(() => [document.querySelectorAll('link').length, document.querySelectorAll('script').length, document.querySelectorAll('style').length, Object.keys(globalThis).filter((x) => /webpackChunk/.test(x)).length])); }
  }
  await expectSameDocument(page);
});

