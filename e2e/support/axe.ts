/** Checks a page's accessibility with axe, and its width. */
import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** WCAG 2.2 levels A and AA, including those of earlier versions. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

/** Dark and narrow, light and wide: together they cover every token and layout. The page ends in its initial look. */
const LOOKS = [
  { colorScheme: 'dark', size: NARROW },
  { colorScheme: 'light', size: WIDE },
] as const;
/** `npm test` checks the look that a journey uses; the other one, a fifth of a journey's time, is for `npm run test:all`. */
const looks = process.env['SKIP_LONG_TESTS'] === '1' ? LOOKS.slice(1) : LOOKS;

/** Finishes animations, because half-faded content has half the contrast. */
const finishAnimations = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });

const OPTIONS: RunOptions = { runOnly: { type: 'tag', values: RULES }, resultTypes: ['violations'] };

/** Violations, one line per place. axe is injected once per document. */
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
  await finishAnimations(page);
  expect(await violations(page), what).toEqual([]);
}

/** Fails when the document can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const overflowWidth = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflowWidth, `${what}: pixels that the document is wider than its window`).toBe(0);
}

/**
 * Checks the page dark on a small screen and light on a large one: accessible, and no wider than its window.
 * @param ready resolves when the page shows its content; until then, a narrow page may still be a wide one.
 */
export async function expectBothLooks(
  page: Page,
  what: string,
  ready: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  for (const { colorScheme, size } of looks) {
    const look = `${what}, ${colorScheme}, ${size.width} px`;
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expect.poll(scheme, look).toContain(colorScheme);
    await ready();
    await expectAccessible(page, look);
    await expectNoSidewaysScroll(page, look);
  }
}
