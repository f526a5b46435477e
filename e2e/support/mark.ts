/** Detects whether a page is still the same document: a reload or full navigation loses the mark. */
import { expect, type Page } from '@playwright/test';

type Marked = typeof globalThis & { sameDocument?: true };

export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => void ((globalThis as Marked).sameDocument = true));
}

/** Fails when the document changed since the mark. */
export async function expectSameDocument(page: Page): Promise<void> {
  expect(await page.evaluate(() => (globalThis as Marked).sameDocument), 'no reload happened').toBe(true);
}
