/** The frame inside the document: visible before any script runs, and unchanged when React hydrates it. */
import type { Page } from '@playwright/test';
import { sidebar, sidebarLink, title } from '../support/frame';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

/** Positions and styles of the parts of the frame. */
async function readFrame(page: Page) {
  const parts = [sidebar(page), sidebarLink(page, 'Memory Blocks'), title(page), page.getByRole('banner')];
  return Promise.all(
    parts.map((part) =>
      part.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, font } = getComputedStyle(element);
        return { x, y, width, height, color, backgroundColor, font };
      }),
    ),
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`keeps the frame unchanged during hydration, ${colorScheme}`, async ({ page, expectConsole }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, people.owner);
    const scripts = /\/assets\/.*\/(main|vendor)\.\w+\.js(\?|$)/;
    await page.route(scripts, (route) => route.abort());
    expectConsole(/net::ERR_FAILED/);
    await page.goto('/memory-blocks', { waitUntil: 'commit' });
    await expect(page).toHaveTitle('Memory Blocks · Hindsight');
    await expect(sidebar(page).locator('[aria-current="page"]')).toHaveText('Memory Blocks');
    const before = await readFrame(page);
    await page.unroute(scripts);
    await page.goto('/memory-blocks');
    await expect(page.getByRole('list', { name: 'Memory blocks' })).toBeVisible();
    expect(await readFrame(page)).toEqual(before);
  });
}

interface Shift {
  value: number;
  /** The elements that moved, by their first words. */
  moved: string[];
}

/** Records layout shifts without user input, as web vitals count them. @returns a function that reads them. */
async function noteShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    (globalThis as { shifts?: Shift[] }).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] };
        shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  for (const [path, last] of [
    ['/dashboard', 'main article a'],
    ['/memory-blocks', 'main article a'],
    ['/keywords', 'main li :is(a, button)'],
    ['/agents', 'main article a'],
    ['/notifications', 'main li :is(a, button)'],
  ] as const) {
    test(`loads ${path} without layout shifts, ${viewport.width} px wide`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await signIn(page, people.owner, path);
      const shifts = await noteShifts(page);
      await page.goto(path);
      await expect(page.locator(last).first()).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      const seen = await shifts();
      const sum = seen.reduce((total, { value }) => total + value, 0);
      expect(sum, JSON.stringify(seen)).toBeLessThan(0.01);
    });
  }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the frame and explains that JavaScript is missing', async ({ page }) => {
    await page.goto('/agents');
    const sentence = page.locator('noscript');
    await expect(sentence).toBeVisible();
    // Locators read no text from this element.
    expect(await sentence.textContent()).toContain('Hindsight needs JavaScript.');
    await expect(title(page)).toHaveText('Agents');
    await expect(sidebarLink(page, 'Keywords')).toHaveAttribute('href', '/keywords');
  });
});
