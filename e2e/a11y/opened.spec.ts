/** What opens over a page: menus, panels, the overlay of small screens, messages, and a part that is missing. */
import type { Page } from '@playwright/test';
import { BOTH_WAYS, expectAccessible, expectNoSidewaysScroll, SIZES, THEMES } from '../support/axe';
import { account, bell, memoryCards, sidebarLink, switcher } from '../support/frame';
import { people, signIn } from '../support/people';
import { expect, NO_SERVICE, test } from '../support/test';

async function inEveryLook(page: Page, name: string, check: (what: string) => Promise<void>): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await check(`${name}, ${colorScheme}, ${size.width} px`);
    }
  }
}

async function look(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expectNoSidewaysScroll(page, what);
}

test('workspaces, notifications and account', async ({ page }) => {
  await signIn(page, people.owner);
  await expect(memoryCards(page).first()).toBeVisible();
  for (const [name, button, panel] of [
    ['workspaces', switcher(page), 'Workspaces'],
    ['notifications', bell(page), 'Notifications'],
    ['account', account(page), 'Account'],
  ] as const) {
    for (const { colorScheme, size } of BOTH_WAYS) {
      const what = `${name}, ${colorScheme}`;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await button.click();
      const opened = page.getByRole('dialog', { name: panel });
      await expect(opened).toBeVisible();
      const box = (await opened.boundingBox())!;
      const { width } = page.viewportSize()!;
      expect(box.x, what).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, what).toBeLessThanOrEqual(width);
      await look(page, what);
      await page.keyboard.press('Escape');
      await expect(opened).toHaveCount(0);
    }
  }
});

test('a choice of several', async ({ page }) => {
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page).first()).toBeVisible();
  await inEveryLook(page, 'sort by', async (what) => {
    const control = page.getByRole('button', { name: /^Agents: / });
    // A narrow bar shows it with the filters.
    if (!(await control.isVisible())) await page.getByRole('button', { name: /^Filters/ }).click();
    await control.click();
    await expect(control).toHaveAttribute('aria-expanded', 'true');
    await look(page, what);
    await page.keyboard.press('Escape');
    await expect(control).toHaveAttribute('aria-expanded', 'false');
  });
});

test('the navigation over a small screen, and the narrow rail of a large one', async ({ page }) => {
  await signIn(page, people.owner);
  await expect(memoryCards(page).first()).toBeVisible();
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(SIZES[1]);
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await expect(sidebarLink(page, 'Memory Blocks')).toBeVisible();
    await look(page, `overlay, ${colorScheme}`);
    await page.keyboard.press('Escape');
    await page.setViewportSize(SIZES[0]);
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await look(page, `narrow rail, ${colorScheme}`);
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
  }
});

test('a message', async ({ page }) => {
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  const message = page.getByRole('region', { name: 'Messages' }).getByText('Data refreshed successfully');
  // Focus inside a message stops its clock.
  await page.getByRole('button', { name: 'Dismiss' }).focus();
  await inEveryLook(page, 'message', async (what) => {
    await expect(message).toBeVisible();
    await look(page, what);
  });
});

test('a part that is unavailable', async ({ page, stack, expectConsole }) => {
  expectConsole(new RegExp(`:${stack.ports['ai-ops']}/`), /dashboard failure/);
  await stack.stopPart('ai-ops');
  try {
    await signIn(page, people.owner, '/consolidation-suggestions');
    const panel = page.getByRole('alert').filter({ hasText: 'AI Operations is unavailable' });
    await expect(panel).toBeVisible();
    await inEveryLook(page, 'unavailable', (what) => look(page, what));
  } finally {
    await stack.startPart('ai-ops');
  }
});

test('pages without their service', async ({ page, stack, expectConsole }) => {
  expectConsole(NO_SERVICE, new RegExp(`localhost:${stack.ports.service}/`));
  await signIn(page, people.owner);
  await expect(memoryCards(page).first()).toBeVisible();
  await stack.stopPart('service');
  try {
    await sidebarLink(page, 'Memory Blocks').click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to load memory blocks' })).toBeVisible();
    await inEveryLook(page, 'failed list', (what) => look(page, what));
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();
    await inEveryLook(page, 'unreachable', (what) => look(page, what));
  } finally {
    await stack.startPart('service');
  }
});
