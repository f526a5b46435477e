/** Looks at a page the way an accessibility checker does, and at its width. */
import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** WCAG 2.2, levels A and AA, with the levels of the versions before, which it contains. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

export const THEMES = ['light', 'dark'] as const;
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Light and wide, dark and narrow: between them they hold every token and every layout, at half the time of all four. */
export const BOTH_WAYS = [
  { colorScheme: THEMES[0], size: SIZES[0] },
  { colorScheme: THEMES[1], size: SIZES[1] },
] as const;

/**
 * Waits until the page rests, since what is half faded in has half a contrast: nothing that ends is moving, and
 * two frames went by without a change. A change of theme reaches the page in its next frame, so what it sets
 * in motion is not to be seen at once. A page that never rests is looked at after five seconds.
 */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const end = performance.now() + 5_000;
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    const frame = () => new Promise(requestAnimationFrame);
    let changedAt = 0;
    const observer = new MutationObserver(() => (changedAt = performance.now()));
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    let since: number;
    do {
      await Promise.allSettled(moving().map(({ finished }) => finished));
      since = performance.now();
      await frame();
      await frame();
    } while ((changedAt >= since || moving().length > 0) && performance.now() < end);
    observer.disconnect();
  });
}

const OPTIONS: RunOptions = { runOnly: { type: 'tag', values: RULES }, resultTypes: ['violations'] };

/** The checker's findings, one line for each place. It is injected into a document once. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const checker = (window as unknown as { axe: typeof axe }).axe;
    const found = await checker.run(document, options);
    return found.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
    );
  }, OPTIONS);
}

/** Fails with rule, place and reason of each violation. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await rest(page);
  expect(await violations(page), what).toEqual([]);
}

/** Fails when the document can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const wider = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wider, `${what}: pixels that the document is wider than its window`).toBe(0);
}
