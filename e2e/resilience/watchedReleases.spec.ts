/** An unattended canary: open pages report its health, and it is promoted or rolled back automatically. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Registry } from '@hindsight/shared-contracts/registry';
import { chooseWorkspace, switcher, title } from '../support/frame';
import { markGuideSeen } from '../support/guide';
import { type OwnStack, startOwnStack } from '../support/ownStack';
import { people, personButton } from '../support/people';
import { createReleases, type ReleaseFolder } from '../support/releases';
import { toScope, serviceFor } from '../support/service';
import { expect, test, UNUSED_PRELOAD } from '../support/test';

const HEADING = 'New memories';

// One after another, because they share a registry.
test.describe.configure({ mode: 'default' });

let stack: OwnStack;
let releases: ReleaseFolder;
let organization: string;

test.beforeAll(async () => {
  releases = await createReleases();
  stack = await startOwnStack({ RELEASES_WATCH_MS: '500' }, { releasesDir: releases.dir });
  const scope = new URLSearchParams(await toScope(serviceFor(stack, people.owner.email), 'Larkspur Labs'));
  organization = scope.get('organization_id')!;
});
test.beforeEach(() => releases.reset());
test.afterAll(async () => {
  await stack.stop();
  releases.remove();
});

const registry = () => JSON.parse(readFileSync(stack.registryFile, 'utf8')) as Registry;
/** The audit log is written after the registry. */
const lastLine = () =>
  JSON.parse(
    readFileSync(path.join(releases.dir, 'audit.jsonl'), 'utf8').trimEnd().split('\n').at(-1)!,
  ) as Record<string, unknown>;

/** Signs a person in, in the organization that gets the canary. */
async function open(page: Page, person = people.owner): Promise<void> {
  // Start on another remote's page, so the dashboard, which the releases break, is visited once.
  await page.goto(`${stack.urls.gateway}/oauth2/sign_in?rd=/review`);
  await personButton(page, person).click();
  await expect(title(page)).toBeVisible();
  await chooseWorkspace(page, 'Larkspur Labs');
  await expect(switcher(page)).toHaveAccessibleName('Workspace: Larkspur Labs');
  await page.goto(`${stack.urls.gateway}/dashboard`);
}

/** The same in a separate browser, which `prepare` sets up before its first document. */
async function openElsewhere(
  browser: Browser,
  person: typeof people.owner,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await markGuideSeen(page.context());
  await prepare(page);
  await open(page, person);
  return page;
}

test('rolls back a version that fails for two of three people, and records the reason', async ({
  page,
  browser,
  expectConsole,
}) => {
  expectConsole(/boom for two/);
  await releases.publish('memory', '2.4.0-two', {
    edit: (code) =>
      code.replaceAll(
        `"${HEADING}"`,
        `(()=>{if(sessionStorage.getItem("fails"))throw new Error("boom for two");return"${HEADING}"})()`,
      ),
  });
  await releases.canary('memory', '2.4.0-two', [organization], { steps: [1, 100], minTabs: 3 });
  const failReleases = (tab: Page) => tab.addInitScript(() => sessionStorage.setItem('fails', 'yes'));
  await failReleases(page);
  await open(page);
  await expect(page.getByRole('alert')).toContainText('This page stopped working');
  await openElsewhere(browser, people.admin, failReleases);
  const editor = await openElsewhere(browser, people.editor);
  await expect(editor.getByRole('heading', { name: HEADING, exact: true })).toBeVisible();

  await expect.poll(() => registry().rollout?.memory?.canary, { timeout: 45_000 }).toBeUndefined();
  await expect.poll(lastLine).toMatchObject({
    what: 'rollback',
    who: 'automatic canary',
    from: '2.4.0-two',
    reason: expect.stringMatching(/^2\.4\.0-two failed for 2 of 3 people \(67 %\)/) as unknown,
  });
  const again = releases.canary('memory', '2.4.0-two', [organization]);
  await expect(again).rejects.toThrow(/was rolled back by automatic canary .*--force --reason/);

  await page.goto(`${stack.urls.gateway}/release-status`);
  await expect(page.getByRole('heading', { name: 'Releases' })).toBeVisible();
  const live = page.getByRole('region', { name: 'memory' }).getByRole('row', { name: /live/ });
  await expect(live).toBeVisible();
});

test('reports a promoted version that fails to start, although each page falls back to the previous one', async ({
  page,
  watch,
}) => {
  watch.expect(/dashboard failure/, /boom at start/);
  // Its files were preloaded and are no longer needed.
  watch.tolerate(UNUSED_PRELOAD);
  await releases.publish('memory', '2.5.0-broken', {
    edit: (code, file) => (file === 'remoteEntry.js' ? 'throw new Error("boom at start");' : code),
  });
  await releases.promote('memory', '2.5.0-broken');
  await open(page);
  await expect(page.getByRole('heading', { name: HEADING, exact: true })).toBeVisible();

  const status = await page.context().newPage();
  await expect(async () => {
    await status.goto(`${stack.urls.gateway}/release-status`);
    await expect(
      status.getByText(/^2\.5\.0-broken failed: .*remoteEntry\.js loaded but did not register the container/),
    ).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 45_000 });
  const row = status
    .getByRole('region', { name: 'memory' })
    .getByRole('row', { name: /2\.5\.0-broken live/ });
  await expect(row).toContainText('1 (100 %)');
});

test('promotes a good version automatically', async ({ page, browser }) => {
  await releases.publish('memory', '2.4.0-good', {
    edit: (code) => code.replaceAll(HEADING, `${HEADING}, shipped`),
  });
  await releases.canary('memory', '2.4.0-good', [organization], { steps: [100], minTabs: 2 });
  await open(page);
  await openElsewhere(browser, people.admin);
  await expect.poll(() => registry().remotes.memory?.version, { timeout: 45_000 }).toBe('2.4.0-good');
  await expect.poll(lastLine).toMatchObject({ what: 'promote', who: 'automatic canary', to: '2.4.0-good' });
});
