/** Parts of the frame, located by role and name like a person would. */
import { expect, type Locator, type Page } from '@playwright/test';

export const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Navigation' });
export const sidebarLink = (page: Page, label: string) =>
  sidebar(page).getByRole('link', { name: label, exact: true });
export const title = (page: Page) => page.getByRole('heading', { level: 1 });
export const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
export const account = (page: Page) => page.getByRole('button', { name: /^Account:/ });
export const switcher = (page: Page) => page.getByRole('button', { name: /^Workspace:/ });
export const guestBadge = (page: Page) => page.getByText('Guest Mode · Read-only', { exact: true });

/**
 * Waits until the program of a new document handles clicks and keys. The frame in the document comes first: its links work, its buttons do
 * not yet. Not needed after waiting for anything that the program rendered.
 */
export const programRuns = (page: Page) => expect(account(page)).toBeVisible();

/** Opens the switcher and chooses a workspace by name. */
export async function chooseWorkspace(page: Page, name: string): Promise<void> {
  await switcher(page).click();
  const list = page.getByRole('dialog', { name: 'Workspaces' }).getByRole('list', { name: 'Workspaces' });
  await list
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
}

/** Cards of a list, e.g. `Memory blocks`, without nested lists. */
const cards = (page: Page, label: string): Locator =>
  page.getByRole('list', { name: label, exact: true }).locator('> li');

/** The memories on a page, as rows or cards. */
export const memoryCards = (page: Page) => page.getByRole('main').locator('[data-row]');
export const suggestionCards = (page: Page) => cards(page, 'Consolidation suggestions');

/** Displayed number of a dashboard tile. */
export const tile = (page: Page, label: string): Locator =>
  page
    .getByRole('region', { name: 'Totals' })
    .getByText(label, { exact: true })
    .locator('xpath=following-sibling::*[1]');

/** Formats a number like the pages do. */
export const formatCount = (count: number) => count.toLocaleString('en-GB');

/** Waits until the page has prefetched the files of the other pages. */
export async function fetchedAtRest(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(() => {
      const isThere = (file: string) => performance.getEntriesByName(file, 'resource').length > 0;
      const files = [...document.querySelectorAll<HTMLLinkElement>('link[rel="prefetch"]')];
      const isOver = performance.getEntriesByName('hindsight:fetched-at-rest').length > 0;
      return isOver ? files.map(({ href }) => href).filter((file) => !isThere(file)) : ['the mark'];
    });
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
}
