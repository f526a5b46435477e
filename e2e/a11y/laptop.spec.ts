/** Laptop screens: tables and toolbars stay within their page, and the search placeholder is readable. */
import type { Locator } from '@playwright/test';
import type { ApiToken, ApiTokenWithSecret } from '@hindsight/shared-contracts/api';
import { expectNoSidewaysScroll } from '../support/axe';
import { chooseWorkspace, memoryCards } from '../support/frame';
import { people, signIn, signInAs } from '../support/people';
import { expect, test } from '../support/test';

const WIDTHS = [1024, 1200, 1280, 1440];

/** Pixels by which any descendant extends beyond the right edge of an element's content. */
const overhang = (element: Locator) =>
  element.evaluate((box) => {
    const edge = box.getBoundingClientRect().right - parseFloat(getComputedStyle(box).paddingRight);
    const rights = [...box.querySelectorAll('*')]
      .filter((one) => one.checkVisibility() && one.getClientRects().length > 0)
      .map((one) => one.getBoundingClientRect().right);
    return Math.max(...rights) - edge;
  });

test('keeps the token list within its page', async ({ page, stack, member }) => {
  const name = 'Coding agent on the laptop of the kitchen';
  const { token } = await member.service.send<ApiTokenWithSecret>('POST', '/users/me/tokens', {
    name,
    scopes: ['read', 'write'],
    expires_at: '2099-01-01T00:00:00Z',
  });
  // A used token links to its activity, so its row is the widest.
  const headers = { Authorization: `Bearer ${token}` };
  expect((await fetch(`${stack.urls.gateway}/api/user-info`, { headers })).status).toBe(200);
  const used = async () => (await member.service.get<ApiToken[]>('/users/me/tokens'))[0]?.last_used_at;
  await expect.poll(used).toEqual(expect.any(String));
  await signInAs(page, member.email, '/tokens');
  await expect(page.getByRole('link', { name: `Activity of ${name}` })).toBeVisible();
  const table = page.getByRole('table', { name: 'API tokens' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overhang(table.locator('xpath=..')), `${width} px`).toBeLessThanOrEqual(0.5);
  }
});

test('keeps the memory filters within their page and shows the whole search placeholder', async ({
  page,
}) => {
  await signIn(page, people.owner, '/memory-blocks');
  await chooseWorkspace(page, 'Larkspur Labs');
  await expect(memoryCards(page).first()).toBeVisible();
  const bar = page.getByRole('search', { name: 'Memory blocks' });
  const search = bar.getByRole('searchbox', { name: 'Search memory blocks' });
  /** Free space beside the placeholder, in pixels. */
  const spare = () =>
    search.evaluate((field: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = font;
      const inner = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return inner - pen.measureText(field.placeholder).width;
    });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overhang(bar), `filters, ${width} px`).toBeLessThanOrEqual(0.5);
    await expectNoSidewaysScroll(page, `memory blocks, ${width} px`);
    await expect.poll(spare, `search, ${width} px`).toBeGreaterThanOrEqual(0);
  }
});
