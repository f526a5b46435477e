/** Using the frame without a mouse. */
import type { Locator, Page } from '@playwright/test';
import { account, bell, memoryCards, sidebarLink, switcher, title } from '../support/frame';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

/** Presses Tab until the element has focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Forty presses of Tab did not reach ${String(target)}.`);
}

/** Fails unless the focused element has an outline or a shadow. */
async function expectVisibleFocus(target: Locator): Promise<void> {
  const ring = await target.evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  });
  expect(ring, `${String(target)} shows its focus`).toBe(true);
}

test('offers to skip to the content on the first Tab', async ({ page }) => {
  await signIn(page, people.owner);
  await expect(memoryCards(page).first()).toBeVisible();
  // The frame as a screen reader sees it.
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to content"
    - complementary "Navigation":
      - navigation "Main":
        - list
    - banner:
      - 'button "Workspace: Personal"'
      - button "Get Started"
      - button /Notifications/
      - button /Account/
    - status
    - main:
      - heading "Dashboard" [level=1]
    - region "Messages"
  `);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(title(page)).toBeFocused();
  await page.keyboard.press('Tab');
  const focused = page.locator(':focus');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  await expectVisibleFocus(focused);
});

test('navigates from the sidebar and focuses the heading of the new page', async ({ page }) => {
  await signIn(page, people.owner);
  await expect(memoryCards(page).first()).toBeVisible();
  const link = sidebarLink(page, 'Memory Blocks');
  await tabTo(page, link);
  await expectVisibleFocus(link);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/memory-blocks');
  await expect(title(page)).toBeFocused();
});

test('opens workspaces, notifications and account, closes them with Escape, and restores focus', async ({
  page,
}) => {
  await signIn(page, people.owner);
  await expect(bell(page)).toHaveAccessibleName(/unread/);
  for (const [button, panel] of [
    [switcher(page), 'Workspaces'],
    [bell(page), 'Notifications'],
    [account(page), 'Account'],
  ] as const) {
    await tabTo(page, button);
    await expectVisibleFocus(button);
    await page.keyboard.press('Enter');
    const opened = page.getByRole('dialog', { name: panel });
    await expect(opened).toBeVisible();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(opened.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test('chooses a workspace by keyboard alone', async ({ page }) => {
  await signIn(page, people.owner);
  await expect(memoryCards(page).first()).toBeVisible();
  await tabTo(page, switcher(page));
  await page.keyboard.press('Enter');
  const choice = page.getByRole('dialog', { name: 'Workspaces' }).getByRole('button', { name: /^Larkspur/ });
  await tabTo(page, choice);
  await page.keyboard.press('Enter');
  await expect(switcher(page)).toHaveAccessibleName('Workspace: Larkspur Labs');
  await expect(switcher(page)).toBeFocused();
});

test('chooses a theme by keyboard and keeps it after a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, people.owner);
  await tabTo(page, account(page));
  await page.keyboard.press('Enter');
  const choice = page.getByRole('group', { name: 'Theme' });
  await choice.getByRole('radio', { name: 'System' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(choice.getByRole('radio', { name: 'Dark' })).toBeChecked();
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await expect.poll(scheme).toContain('dark');
  await page.reload();
  await expect.poll(scheme).toContain('dark');
});

test('keeps the scroll position while focus moves through the header and its menus', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 480 });
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page).first()).toBeVisible();
  const place = () => page.evaluate(() => window.scrollY);
  await page.evaluate(() => window.scrollTo(0, 500));
  await expect.poll(place).toBe(500);
  await switcher(page).evaluate((element) => element.focus({ preventScroll: true }));
  for (const control of [page.getByRole('button', { name: 'Get Started' }), bell(page), account(page)]) {
    await tabTo(page, control);
    expect(await place()).toBe(500);
  }
  for (const control of [switcher(page), bell(page), account(page)]) {
    await control.focus();
    await page.keyboard.press('Enter');
    await expect(control).toHaveAttribute('aria-expanded', 'true');
    expect(await place()).toBe(500);
    await page.keyboard.press('Escape');
    await expect(control).toBeFocused();
    expect(await place()).toBe(500);
  }
  // A focused element in the page is never hidden by the header.
  await page.keyboard.press('Tab');
  for (let steps = 0; steps < 12; steps += 1) {
    await page.keyboard.press('Shift+Tab');
    const [top, isInPage] = await page
      .locator(':focus')
      .evaluate(
        (element) => [element.getBoundingClientRect().top, element.closest('main') !== null] as const,
      );
    if (isInPage) expect(top).toBeGreaterThanOrEqual(64);
  }
});
