/** A remote is shipped, rolled back, tried on one organization and broken during use: nothing is lost, and the reason is on screen. */
import { readFileSync, rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { chooseWorkspace, fetchedAtRest, sidebarLink, title } from '../support/frame';
import { expectSameDocument, markDocument } from '../support/mark';
import { type OwnStack, startOwnStack } from '../support/ownStack';
import { people, personButton } from '../support/people';
import { createReleases, refocusUntil, type ReleaseFolder } from '../support/releases';
import { toScope, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

const BEFORE = 'New memories';
const AFTER = 'New memories, shipped';
/** Version of the memory remote in the stack; shipped ones are later. */
const { version: RUNNING } = JSON.parse(
  readFileSync(new URL('../../remote-memory/package.json', import.meta.url), 'utf8'),
) as { version: string };
const text = (pattern: string) => new RegExp(pattern);

// One after another, because they share a registry.
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

/** Module federation's list of programs on a page, and this test's records of them. */
interface FederationPage {
  __FEDERATION__: { __INSTANCES__: { name: string }[] };
  programs?: Map<string, WeakRef<object>>;
}

const recent = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true });
const notice = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

const expectNotice = (page: Page, text: string | RegExp) =>
  refocusUntil(page, () => expect(notice(page, text)).toBeVisible({ timeout: 500 }));

test('activates a new version between two pages, keeps a half-filled form, and rolls back the same way', async ({
  page,
}) => {
  await open(page, '/agents');
  await fetchedAtRest(page);
  const atRest = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="prefetch"]')].map(({ href }) => href),
  );
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
  await expectNotice(
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
  await expectNotice(page, text(`Rollback ready: Memory ${RUNNING} replaces 2\\.1\\.0\\.`));
  await page.getByRole('button', { name: 'Use it now' }).click();
  await expect(recent(page, BEFORE)).toBeVisible();
  await expect(
    page.getByText(`Memory was rolled back to version ${RUNNING}.`, { exact: true }),
  ).toBeVisible();
  await expectSameDocument(page);
  // Other builds are untouched: from the host and the idle prefetch, only parts that the person had not opened yet may load.
  const known = (url: string) => url.startsWith(`${stack.urls.gateway}/assets/`) || atRest.includes(url);
  expect(others.filter((url) => !known(url))).toEqual([]);
});

/** Records the memory remote's programs on the page. @returns how many of all recorded ones are still in memory. */
async function countPrograms(page: Page): Promise<number> {
  await page.requestGC();
  return page.evaluate(() => {
    const host = globalThis as unknown as FederationPage;
    host.programs ??= new Map();
    for (const instance of host.__FEDERATION__.__INSTANCES__)
      if (instance.name.startsWith('remote_memory_')) host.programs.set(instance.name, new WeakRef(instance));
    return [...host.programs.values()].filter((program) => program.deref()).length;
  });
}

test('keeps only the last two programs and one set of style sheets on a page open through many releases', async ({
  page,
}) => {
  await open(page);
  await expect(recent(page, BEFORE)).toBeVisible();
  expect(await countPrograms(page)).toBe(1);
  await markDocument(page);
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
    await expectNotice(page, text(`New version ready: Memory ${version} replaces`));
    await page.getByRole('button', { name: 'Use it now' }).click();
    await expect(recent(page, heading)).toBeVisible();
    await expect.poll(foldersWithStyles).toBe(1);
    await expect.poll(() => countPrograms(page)).toBe(2);
  }
  await expectSameDocument(page);
});

test('serves a canary to one organization, and follows the workspace', async ({ page }) => {
  const scope = new URLSearchParams(await toScope(serviceFor(stack, people.owner.email), 'Larkspur Labs'));
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

test('never shows a build that fails to start to open pages, and starts new pages with the previous one', async ({
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
  await expectNotice(page, "The new version of Memory can't be used yet. You stay on the current one.");
  await expect(recent(page, BEFORE)).toBeVisible();
  await expectSameDocument(page);

  const fresh = await page.context().newPage();
  await fresh.goto(`${stack.urls.gateway}/dashboard`);
  await expect(recent(fresh, BEFORE)).toBeVisible();
  await expect(notice(fresh, 'Memory had a problem, so you’re back on its previous version.')).toBeVisible();
});

test('falls back to the previous version after a page breaks on three visits', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/boom while rendering/);
  await releases.publish('memory', '2.3.0-crash', {
    edit: (code) => code.replaceAll(`"${BEFORE}"`, '(()=>{throw new Error("boom while rendering")})()'),
  });
  await releases.promote('memory', '2.3.0-crash');
  await open(page);
  const broken = page.getByRole('alert').filter({ hasText: 'This page stopped working' });
  for (let visit = 1; visit < 3; visit++) {
    // Repeated attempts count as one visit.
    for (let press = 0; press < 3; press++) await broken.getByRole('button', { name: 'Try Again' }).click();
    await expect(broken).toBeVisible();
    await sidebarLink(page, 'Agents').click();
    await expect(page.getByRole('button', { name: 'Create Agent' })).toBeVisible();
    await sidebarLink(page, 'Dashboard').click();
  }
  await expect(recent(page, BEFORE)).toBeVisible();
  await expect(notice(page, 'Memory had a problem, so you’re back on its previous version.')).toBeVisible();
});

test('refuses a build for other contracts before fetching its code, and reports which side must update', async ({
  page,
  expectConsole,
}) => {
  expectConsole(
    /dashboard failure.*built for contracts \^4\.0\.0, and this dashboard has .* Update the dashboard/,
  );
  await open(page);
  await expect(recent(page, BEFORE)).toBeVisible();
  await releases.publish('memory', '4.0.0-future', { descriptor: { contracts: '^4.0.0' } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await releases.promote('memory', '4.0.0-future', '4.0.0');
  await expectNotice(page, "The new version of Memory can't be used yet. You stay on the current one.");
  expect(asked.filter((url) => url.includes('4.0.0-future'))).toEqual([]);
});

test('keeps using the last good registry when the file is missing, and shows the reason in the status dialog', async ({
  page,
}) => {
  await open(page, '/dashboard?status');
  await expect(recent(page, BEFORE)).toBeVisible();
  const status = page.getByRole('dialog', { name: 'Status of the parts' });
  const check = status.getByRole('button', { name: 'Check for new versions' });
  const gone = status.getByText('Its file is missing on the server. Using the last good copy.');
  rmSync(stack.registryFile);
  await check.click();
  await expect(gone).toBeVisible();
  await page.reload();
  await expect(gone).toBeVisible();
  await status.getByRole('button', { name: 'Close' }).last().click();
  await sidebarLink(page, 'Agents').click();
  await expect(page.getByRole('button', { name: 'Create Agent' })).toBeVisible();
  releases.reset();
  await page.goto(`${stack.urls.gateway}/dashboard?status`);
  await expect(status).toBeVisible();
  await expect(gone).toBeHidden();
});

test('loads one remote from an allowed origin in one tab, with a badge, and from no other origin', async ({
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
  await expect(notice(page, /Override: this tab loads Memory from http/)).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(recent(page, BEFORE)).toBeVisible();
  await expect(notice(page, /Override:/)).toBeHidden();

  await page.goto(`${stack.urls.gateway}/dashboard?remote.memory=http://elsewhere.example/`);
  await expect(
    notice(page, /override of memory with http:\/\/elsewhere\.example\/ was rejected/),
  ).toBeVisible();
  await expect(recent(page, BEFORE)).toBeVisible();
});
