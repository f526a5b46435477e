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
  stack = await startOwnStack(
    { REMOTE_OVERRIDE_ORIGINS: 'http://localhost:*' },
    { releasesDir: releases.dir },
  );
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

/** What the host gives each program of a remote (host/src/federation/provideRuntime.ts), and what a test notes of it. */
interface HostPage {
  __HINDSIGHT_FEDERATION__(): { bundlerRuntime: object };
  programs: WeakRef<object>[];
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

test('a new version comes between two pages, a half-filled form stays, and a rollback goes the same way', async ({
  page,
}) => {
  await open(page, '/agents');
  await fetchedAtRest(page);
  await markDocument(page);
  await page.getByRole('button', { name: 'Create Agent' }).click();
  const form = page.getByRole('dialog', { name: 'Create Agent' });
  await form.getByLabel(/Name/).first().fill('Half an agent');

  const others: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (/\.(js|css)$/.test(pathname) && origin !== stack.urls.memory) others.push(request.url());
  });
  await publishShipped('2.1.0-shipped');
  await releases.promote('memory', '2.1.0-shipped');
  await lookFor(
    page,
    text(`New version ready: Memory 2\\.1\\.0 replaces ${RUNNING}\\. It loads once you have saved`),
  );
  await expect(form.getByLabel(/Name/).first()).toHaveValue('Half an agent');
  await form.getByRole('button', { name: 'Create Agent' }).click();
  await expect(form).toBeHidden();

  await sidebarLink(page, 'Dashboard').click();
  await expect(recent(page, AFTER)).toBeVisible();
  await expect(page.getByText('Memory is now version 2.1.0.', { exact: true })).toBeVisible();
  await expect(notice(page, 'New version ready')).toBeHidden();

  await releases.rollback('memory');
  await lookFor(page, text(`Rollback ready: Memory ${RUNNING} replaces 2\\.1\\.0\\.`));
  await page.getByRole('button', { name: 'Use it now' }).click();
  await expect(recent(page, BEFORE)).toBeVisible();
  await expect(
    page.getByText(`Memory was rolled back to version ${RUNNING}.`, { exact: true }),
  ).toBeVisible();
  await expectSameDocument(page);
  // No other build was touched: of the host come only parts that the person had not opened yet.
  expect(others.filter((url) => !url.startsWith(`${stack.urls.gateway}/assets/`))).toEqual([]);
});

/** Notes each program of the memory remote that starts from now on; answers how to count those that the page still holds. */
async function countPrograms(page: Page): Promise<() => Promise<number>> {
  // The frame is in the document before the host runs, which would put its own in this place.
  await page.waitForFunction(() => '__HINDSIGHT_FEDERATION__' in globalThis);
  await page.evaluate((origin) => {
    const host = globalThis as unknown as HostPage;
    const provide = host.__HINDSIGHT_FEDERATION__;
    host.programs = [];
    // Each program asks once, and keeps what it gets for as long as it is there.
    host.__HINDSIGHT_FEDERATION__ = () => {
      const given = provide();
      const { src } = document.currentScript as HTMLScriptElement;
      if (src.startsWith(origin)) host.programs.push(new WeakRef(given.bundlerRuntime));
      return given;
    };
  }, stack.urls.memory);
  return async () => {
    await page.requestGC();
    return page.evaluate(() => {
      const { programs } = globalThis as unknown as HostPage;
      return programs.filter((program) => program.deref()).length;
    });
  };
}

test('a page that stays open through many releases keeps the last two, programs and style sheets', async ({
  page,
}) => {
  await open(page);
  await markDocument(page);
  const programs = await countPrograms(page);
  const foldersWithStyles = () =>
    page.evaluate((origin) => {
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
      const ofMemory = links.map(({ href }) => new URL(href)).filter((url) => url.origin === origin);
      return new Set(ofMemory.map(({ pathname }) => pathname.replace(/(?<![^/])[^/]*$/, ''))).size;
    }, stack.urls.memory);
  for (const number of [1, 2, 3, 4]) {
    const version = `2.${number}.0`;
    const heading = `${BEFORE} ${version}`;
    await releases.publish('memory', version, { edit: (code) => code.replaceAll(BEFORE, heading) });
    await releases.promote('memory', version);
    await lookFor(page, text(`New version ready: Memory ${version} replaces`));
    await page.getByRole('button', { name: 'Use it now' }).click();
    await expect(recent(page, heading)).toBeVisible();
    expect(await foldersWithStyles()).toBe(2);
  }
  await expect.poll(programs).toBe(2);
  await expectSameDocument(page);
});

test('a canary is for one organization, and goes with the workspace', async ({ page }) => {
  const scope = new URLSearchParams(await scopeOf(serviceFor(stack, people.owner.email), 'Larkspur Labs'));
  await publishShipped('2.1.0-canary');
  await releases.canary('memory', '2.1.0-canary', [scope.get('organization_id')!]);
  await open(page);
  await expect(recent(page, BEFORE)).toBeVisible();
  await markDocument(page);
  await chooseWorkspace(page, 'Larkspur Labs');
  await expect(recent(page, AFTER)).toBeVisible();
  await expectSameDocument(page);
  await page.reload();
  await expect(recent(page, AFTER)).toBeVisible();
  await chooseWorkspace(page, 'Personal');
  await expect(recent(page, BEFORE)).toBeVisible();
});

test('a build that does not start is never shown to who is here, and the one before it runs for who comes', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/dashboard failure/, /boom at start/);
  await open(page);
  await expect(recent(page, BEFORE)).toBeVisible();
  await markDocument(page);
  await releases.publish('memory', '2.2.0-broken', {
    edit: (code, file) => (file === 'remoteEntry.js' ? 'throw new Error("boom at start");' : code),
  });
  await releases.promote('memory', '2.2.0-broken');
  await lookFor(page, text(`Memory 2\\.2\\.0 cannot be used: .* Version ${RUNNING} keeps running\\.`));
  await expect(recent(page, BEFORE)).toBeVisible();
  await expectSameDocument(page);

  const fresh = await page.context().newPage();
  await fresh.goto(`${stack.urls.gateway}/dashboard`);
  await expect(recent(fresh, BEFORE)).toBeVisible();
  await expect(
    notice(
      fresh,
      text(`Memory 2\\.2\\.0 was quarantined in this tab: .* Version ${RUNNING} is used instead\\.`),
    ),
  ).toBeVisible();
});

test('a page that breaks three times while it is shown falls back to the previous version', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/boom while rendering/);
  await releases.publish('memory', '2.3.0-crash', {
    edit: (code) => code.replaceAll(`"${BEFORE}"`, '(()=>{throw new Error("boom while rendering")})()'),
  });
  await releases.promote('memory', '2.3.0-crash');
  await open(page);
  for (let press = 0; press < 2; press++) {
    await page.getByRole('alert').getByRole('button', { name: 'Try Again' }).click();
  }
  await expect(recent(page, BEFORE)).toBeVisible();
  await expect(notice(page, /Memory 2\.3\.0 was quarantined .*failed 3 times/)).toBeVisible();
});

test('a build for other contracts is refused before its code is fetched, with who must move', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/dashboard failure/);
  await open(page);
  await expect(recent(page, BEFORE)).toBeVisible();
  await releases.publish('memory', '3.0.0-future', { descriptor: { contracts: '^3.0.0' } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await releases.promote('memory', '3.0.0-future', '3.0.0');
  await lookFor(page, /built for contracts \^3\.0\.0, and this dashboard has .* Update the dashboard/);
  expect(asked.filter((url) => url.includes('3.0.0-future'))).toEqual([]);
});

test('without its registry the page goes on with the last good one and shows a notice', async ({ page }) => {
  await open(page);
  await expect(recent(page, BEFORE)).toBeVisible();
  rmSync(stack.registryFile);
  await lookFor(page, /registry of the dashboard's parts cannot be used: Its file is gone from the server\./);
  await sidebarLink(page, 'Agents').click();
  await expect(page.getByRole('button', { name: 'Create Agent' })).toBeVisible();
  await page.reload();
  await expect(notice(page, /Its file is gone from the server\..*nothing is lost/)).toBeVisible();
  releases.reset();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(notice(page, /gone from the server/)).toBeHidden();
});

test('one remote comes from an allowed address in one tab, with a badge, and from no other address', async ({
  page,
}) => {
  await publishShipped('2.1.0-mine');
  await open(page);
  const mine = `${stack.urls.memory}/memory/2.1.0-mine/`;
  await page.goto(`${stack.urls.gateway}/dashboard?remote.memory=${encodeURIComponent(mine)}`);
  await expect(recent(page, AFTER)).toBeVisible();
  await expect(page).toHaveURL(`${stack.urls.gateway}/dashboard`);
  await page.reload();
  await expect(recent(page, AFTER)).toBeVisible();
  await expect(notice(page, /Override: Memory comes from http/)).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(recent(page, BEFORE)).toBeVisible();
  await expect(notice(page, /Override:/)).toBeHidden();

  await page.goto(`${stack.urls.gateway}/dashboard?remote.memory=http://elsewhere.example/`);
  await expect(notice(page, /override of memory by http:\/\/elsewhere\.example\/ was refused/)).toBeVisible();
  await expect(recent(page, BEFORE)).toBeVisible();
});
