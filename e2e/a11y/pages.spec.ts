/** Every page in light and dark, wide and narrow: no violation of WCAG 2.2 A and AA, no sideways scroll. */
import type { Page } from '@playwright/test';
import type { DemoPerson } from '@hindsight/shared-contracts/testing/people';
import { expectAccessible, expectNoSidewaysScroll, SIZES, THEMES } from '../support/axe';
import { guestBadge, memoryCards, suggestionCards, tile } from '../support/frame';
import { freshEmail, people, signIn, signInAs } from '../support/people';
import { expect, NOT_SIGNED_IN, test } from '../support/test';

interface Visit {
  name: string;
  path: string;
  /** Resolves when the page shows what it is about. */
  ready(page: Page): Promise<void>;
}

const heading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeVisible();

async function seeEverywhere(page: Page, { name, path, ready }: Visit): Promise<void> {
  await page.goto(path);
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await ready(page);
      const what = `${name}, ${colorScheme}, ${size.width} px`;
      await expect
        .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), what)
        .toContain(colorScheme);
      await expectAccessible(page, what);
      await expectNoSidewaysScroll(page, what);
    }
  }
}

const MEMBER_PAGES: Visit[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    ready: async (page) => {
      await expect(memoryCards(page).first()).toBeVisible();
      await expect(tile(page, 'Conversations')).toHaveText(/\d/);
    },
  },
  {
    name: 'memory blocks with filters, page 2',
    path: '/memory-blocks?search=the&sort=oldest&page=2',
    ready: (page) => expect(memoryCards(page).first()).toBeVisible(),
  },
  {
    name: 'memory blocks without a match',
    path: '/memory-blocks?search=xqzvw+kjqpx',
    ready: heading('No memory blocks match your filters'),
  },
  {
    name: 'memory blocks with a wrong conversation',
    path: '/memory-blocks?conversation=wrong',
    ready: heading('Enter a valid conversation ID (UUID).'),
  },
  {
    name: 'playground',
    path: '/playground?search=stale+dns+cache&compare=yes&limitB=3',
    ready: (page) => expect(page.getByRole('list', { name: 'Hits of B' })).toBeVisible(),
  },
  {
    name: 'keywords',
    path: '/keywords',
    ready: (page) => expect(page.getByText(/^Used in \d/).first()).toBeVisible(),
  },
  {
    name: 'agents',
    path: '/agents',
    ready: (page) => expect(page.getByRole('list', { name: 'Agents' }).getByText(/memor/)).toBeVisible(),
  },
  {
    name: 'analytics',
    path: '/analytics',
    ready: (page) => expect(page.getByRole('list', { name: /^Memories with high/ })).toBeVisible(),
  },
  {
    name: 'unused memories',
    path: '/analytics?view=unused',
    ready: (page) => expect(page.getByRole('button', { name: /^Archive / }).first()).toBeVisible(),
  },
  { name: 'archived', path: '/archived-memory-blocks', ready: heading('Archived') },
  {
    name: 'review',
    path: '/review',
    ready: (page) => expect(page.getByRole('button', { name: 'Accept' })).toBeVisible(),
  },
  { name: 'secrets', path: '/secrets', ready: heading('No open secrets') },
  {
    name: 'consolidation suggestions',
    path: '/consolidation-suggestions',
    ready: (page) => expect(suggestionCards(page).first()).toBeVisible(),
  },
  {
    name: 'consolidation suggestions without a match',
    path: '/consolidation-suggestions?status=rejected&page=9',
    ready: (page) => expect(page.getByRole('radiogroup', { name: 'Status' })).toBeVisible(),
  },
  { name: 'page not found', path: '/no/such/page', ready: heading('Page Not Found') },
];

for (const visit of MEMBER_PAGES) {
  test(`member: ${visit.name}`, async ({ page }) => {
    await signIn(page, people.owner);
    await seeEverywhere(page, visit);
  });
}

test('member: an empty workspace', async ({ page }) => {
  await signIn(page, people.admin);
  await seeEverywhere(page, {
    name: 'empty dashboard',
    path: '/dashboard',
    ready: heading('No memory blocks yet'),
  });
});

const BETA_PAGES: [string, DemoPerson | null, string, string][] = [
  ['request form', null, '/beta-access/request', 'Join the beta program'],
  ['pending', people.pending, '/beta-access/pending', 'Your request is being reviewed'],
  ['denied', people.denied, '/beta-access/denied', 'Your request was not approved'],
  ['accepted already', people.owner, '/beta-access/request', 'You already have access'],
];

for (const [name, person, path, title] of BETA_PAGES) {
  test(`beta access: ${name}`, async ({ page }) => {
    if (person) await signIn(page, person, path);
    else await signInAs(page, freshEmail(), path);
    await seeEverywhere(page, { name, path, ready: heading(title) });
  });
}

test('signed out: the sign-in page of the dashboard', async ({ page, expectConsole }) => {
  expectConsole(NOT_SIGNED_IN);
  await seeEverywhere(page, {
    name: 'login',
    path: '/login',
    ready: (one) => expect(one.getByRole('link', { name: 'Sign In' })).toBeVisible(),
  });
});

test('signed out: the list of people', async ({ page }) => {
  await seeEverywhere(page, { name: 'people', path: '/oauth2/sign_in', ready: heading('Sign in') });
});

test('guest: dashboard and a page of members', async ({ page, expectConsole }) => {
  expectConsole(NOT_SIGNED_IN);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Explore as Guest' }).click();
  await expect(guestBadge(page)).toBeVisible();
  await seeEverywhere(page, {
    name: 'guest dashboard',
    path: '/dashboard',
    ready: (one) => expect(memoryCards(one).first()).toBeVisible(),
  });
  await seeEverywhere(page, {
    name: 'no access',
    path: '/beta-access/pending',
    ready: heading('This page is for members'),
  });
});
