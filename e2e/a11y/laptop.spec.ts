/** A laptop's screen: tables and bars end where their page does, and what a search field asks for can be read. */
import type { Locator } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/axe';
import { chooseWorkspace, memoryCards } from '../support/frame';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

/** Pixels by which anything within reaches past the right edge of an element's content. */
const overhang = (element: Locator) =>
  element.evaluate((box) => {
    const edge = box.getBoundingClientRect().right - parseFloat(getComputedStyle(box).paddingRight);
    const rights = [...box.querySelectorAll('*')]
      .filter((one) => one.checkVisibility() && one.getClientRects().length > 0)
      .map((one) => one.getBoundingClientRect().right);
    return Math.max(...rights) - edge;
  });

for (const width of [1024, 1200, 1280, 1440])
  test(`tokens and the filters of memories stay within their page, ${width} px wide`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, people.owner, '/tokens');
    const name = `Coding agent on the laptop ${width}`;
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('checkbox', { name: 'Write' }).check();
    await page.getByRole('button', { name: '1 year' }).click();
    await page.getByRole('button', { name: 'Create Token' }).click();
    const secret = await page.getByLabel('Token', { exact: true }).inputValue();
    // A token that was used has a link to its activity, so it has the widest row.
    const used = await fetch(`${stack.urls.gateway}/api/user-info`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(used.status).toBe(200);
    await expect(async () => {
      await page.goto('/tokens');
      await expect(page.getByRole('link', { name: `Activity of ${name}` })).toBeVisible({ timeout: 2000 });
    }).toPass();
    const table = page.getByRole('table', { name: 'API tokens' });
    expect(await overhang(table.locator('xpath=..')), 'tokens').toBeLessThanOrEqual(0.5);

    await page.goto('/memory-blocks');
    await chooseWorkspace(page, 'Larkspur Labs');
    await expect(memoryCards(page).first()).toBeVisible();
    const bar = page.getByRole('search', { name: 'Memory blocks' });
    expect(await overhang(bar), 'filters').toBeLessThanOrEqual(0.5);
    await expectNoSidewaysScroll(page, 'memory blocks');
    const search = bar.getByRole('searchbox', { name: 'Search memory blocks' });
    const spare = await search.evaluate((field: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = font;
      const inner = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return inner - pen.measureText(field.placeholder).width;
    });
    expect(spare, 'space beside the placeholder').toBeGreaterThanOrEqual(0);
  });
