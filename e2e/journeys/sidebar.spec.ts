/** The rail: order, the current entry, its two widths, and the overlay of small screens. */
import type { Page } from '@playwright/test';
import { bell, fetchedAtRest, sidebar, sidebarEntry, sidebarLink, title } from '../support/frame';
import { startOwnStack } from '../support/ownStack';
import { people, personButton, signIn } from '../support/people';
import { expect, test } from '../support/test';

const ENTRIES = [
  'Dashboard',
  'Memory Blocks',
  'Playground',
  'Keywords',
  'Agents',
  'Analytics',
  // With how many decisions wait.
  /^Review\d*$/,
  'Consolidation',
  'Archived',
  'AI Optimization',
  'Pruning',
];

const current = (page: Page) => sidebar(page).locator('[aria-current="page"]');
const width = async (page: Page) => (await sidebar(page).boundingBox())?.width;

test('lists the pages in the order of the product', async ({ page }) => {
  await signIn(page, people.owner);
  await expect(sidebar(page).getByRole('listitem')).toHaveText(ENTRIES);
});

test('opens a page without another script once the page at work has rested', async ({ page }) => {
  await signIn(page, people.owner);
  await fetchedAtRest(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(request.url());
  });
  for (const [name, part] of [
    ['Pruning', page.getByRole('button', { name: 'Generate Suggestions' })],
    ['Keywords', page.getByRole('button', { name: 'Add Keyword' })],
    ['Agents', page.getByRole('button', { name: 'Create Agent' })],
  ] as const) {
    await sidebarLink(page, name).click();
    await expect(part.first()).toBeVisible();
  }
  expect(asked).toEqual([]);
});

test('an entry is current on its own path and on those below it, and on no other', async ({ page }) => {
  await signIn(page, people.owner);
  await expect(current(page)).toHaveText('Dashboard');
  for (const [address, label] of [
    ['/memory-blocks', 'Memory Blocks'],
    ['/memory-blocks/below', 'Memory Blocks'],
    ['/consolidation-suggestions?status=pending', 'Consolidation'],
  ] as const) {
    await page.goto(address);
    await expect(current(page)).toHaveText(label);
  }
  await page.goto('/memory-blocksx');
  await expect(title(page)).toHaveText('Page Not Found');
  await expect(current(page)).toHaveCount(0);
});

test('is 256 px wide, 64 px when collapsed, and remembers which', async ({ page }) => {
  await signIn(page, people.owner);
  await expect.poll(() => width(page)).toBe(256);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(() => width(page)).toBe(64);
  await page.reload();
  await expect(title(page)).toHaveText('Dashboard');
  await expect.poll(() => width(page)).toBe(64);
  await sidebarLink(page, 'Memory Blocks').click();
  await expect(page).toHaveURL('/memory-blocks');
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.poll(() => width(page)).toBe(256);
});

test('below 1024 px it is an overlay: a backdrop, Escape and every navigation close it', async ({ page }) => {
  await page.setViewportSize({ width: 1023, height: 800 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, people.owner);
  const open = page.getByRole('button', { name: 'Open navigation' });
  const link = sidebarLink(page, 'Memory Blocks');
  // The title is in the document already; the bell comes with the program, which answers presses.
  await expect(bell(page)).toBeVisible();
  await expect(link).toBeHidden();

  await open.click();
  await expect(link).toBeVisible();
  await page.mouse.click(1000, 400);
  await expect(link).toBeHidden();

  await open.click();
  await expect(link).toBeVisible();
  await expect(sidebar(page).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(open).toBeFocused();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open.click();
  await expect(sidebar(page).locator(':focus')).toHaveCount(1);
  await link.click();
  await expect(page).toHaveURL('/memory-blocks');
  await expect(link).toBeHidden();

  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(link).toBeVisible();
  await expect(open).toBeHidden();
});

test('an entry whose feature is off shows that and leads nowhere', async ({ page }) => {
  const stack = await startOwnStack({ FEATURE_CONSOLIDATION_ENABLED: 'off' });
  try {
    await page.goto(`${stack.urls.gateway}/oauth2/sign_in`);
    await personButton(page, people.owner).click();
    await expect(title(page)).toHaveText('Dashboard');
    await expect(sidebarLink(page, 'Consolidation')).toHaveCount(0);
    // It is marked as disabled, which Playwright takes as "not to be clicked"; a person can still press it.
    await sidebarEntry(page, 'Consolidation').click({ force: true });
    await expect(page.getByText('Feature coming soon').first()).toBeVisible();
    await expect(page).toHaveURL(`${stack.urls.gateway}/dashboard`);
    await page.goto(`${stack.urls.gateway}/consolidation-suggestions`);
    await expect(page.getByRole('heading', { name: 'Feature coming soon' })).toBeVisible();
  } finally {
    // The page still asks for notifications; it must be gone before what answers it is.
    await page.goto('about:blank');
    await stack.stop();
  }
});
