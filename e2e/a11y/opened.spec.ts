/** Layers over a page: menus, panels, the navigation overlay, messages, and a missing part. */
import { expectAccessible, expectBothLooks, NARROW, WIDE } from '../support/axe';
import { account, memoryCards, sidebarLink, switcher } from '../support/frame';
import { people, signIn } from '../support/people';
import { expect, NO_SERVICE, test, UNUSED_PRELOAD } from '../support/test';

test('opens the panels of the header', async ({ page }) => {
  await signIn(page, people.owner);
  await expect(memoryCards(page).first()).toBeVisible();
  for (const [button, name] of [
    [switcher(page), 'Workspaces'],
    [account(page), 'Account'],
  ] as const) {
    await button.click();
    const panel = page.getByRole('dialog', { name });
    await expectBothLooks(page, name, async () => {
      const { width } = page.viewportSize()!;
      await expect.poll(async () => (await panel.boundingBox())?.x).toBeGreaterThanOrEqual(0);
      const right = async () => {
        const box = await panel.boundingBox();
        return box && box.x + box.width;
      };
      await expect.poll(right).toBeLessThanOrEqual(width);
    });
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  }
});

test('opens a multi-select filter', async ({ page }) => {
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page).first()).toBeVisible();
  const control = page.getByRole('button', { name: /^Agents: / });
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expectBothLooks(page, 'the filters of memory blocks', async () => {
    // It stays open when the window is resized.
    if ((await control.getAttribute('aria-expanded')) === 'false') await control.click();
    await expect(control).toHaveAttribute('aria-expanded', 'true');
  });
});

test('opens the navigation on a small screen, and collapses it on a large one', async ({ page }) => {
  await signIn(page, people.owner);
  await expect(memoryCards(page).first()).toBeVisible();
  await page.setViewportSize(NARROW);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(sidebarLink(page, 'Memory Blocks')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `overlay, ${colorScheme}`);
  }
  await page.keyboard.press('Escape');
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expectBothLooks(page, 'narrow rail');
});

test('shows a message', async ({ page }) => {
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  const message = page.getByRole('region', { name: 'Messages' }).getByText('Data refreshed successfully');
  // Focus inside a message stops its timer.
  await page.getByRole('button', { name: 'Dismiss' }).focus();
  await expectBothLooks(page, 'message', () => expect(message).toBeVisible());
});

test('shows that a part is unavailable', async ({ page, stack, expectConsole }) => {
  expectConsole(new RegExp(`:${stack.ports['ai-ops']}/`), /dashboard failure/);
  await stack.stopPart('ai-ops');
  try {
    await signIn(page, people.owner, '/consolidation-suggestions');
    const panel = page.getByRole('alert').filter({ hasText: "This page didn't load" });
    await expect(panel).toBeVisible();
    await expectBothLooks(page, 'unavailable');
  } finally {
    await stack.startPart('ai-ops');
  }
});

test('shows pages without their service', async ({ page, stack, expectConsole, watch }) => {
  watch.tolerate(UNUSED_PRELOAD);
  expectConsole(NO_SERVICE, new RegExp(`localhost:${stack.ports.service}/`));
  await signIn(page, people.owner);
  await expect(memoryCards(page).first()).toBeVisible();
  await stack.stopPart('service');
  try {
    await sidebarLink(page, 'Memory Blocks').click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to load memory blocks' })).toBeVisible();
    await expectBothLooks(page, 'failed list');
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'Can’t reach the service' })).toBeVisible();
    await expectBothLooks(page, 'unreachable');
  } finally {
    await stack.startPart('service');
  }
});
