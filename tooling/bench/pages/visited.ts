/** The pages of memory data as the bench knows them: where their entry is, and what is there when rows are. */
import type { Page } from '@playwright/test';
import type { Probes } from './probes';

export interface BenchPage {
  /** What the tables call it. */
  name: string;
  /** Of the sidebar's entry. */
  label: string;
  path: string;
  /** The first of its rows, tiles or drawings. */
  ready: string;
}

const MEMORIES = 'main ul[aria-label="Memory blocks"] article';

const page = (label: string, path: string, ready: string, name = path): BenchPage => ({
  name,
  label,
  path,
  ready,
});

export const PAGES: readonly BenchPage[] = [
  page('Dashboard', '/dashboard', MEMORIES),
  page('Memory Blocks', '/memory-blocks', MEMORIES),
  page('Keywords', '/keywords', 'main ul[aria-label="Keywords"] > li'),
  page('Agents', '/agents', 'main article a'),
  page('Analytics', '/analytics', 'main [aria-labelledby="memory-distribution"] a[href="/memory-blocks"]'),
  page('Archived', '/archived-memory-blocks', 'main article a'),
  page('Analytics', '/analytics', 'main [role=img]', '/analytics, drawn'),
];

/**
 * Clicks a sidebar entry with the mouse.
 * @returns milliseconds from the click to the frame after the one in which the page's rows are in the document.
 */
export async function timeToRows(page: Page, { label, path, ready }: BenchPage): Promise<number> {
  await page.evaluate(({ path, ready }) => (globalThis as unknown as Probes).bench.watchRows(path, ready), {
    path,
    ready,
  });
  await page.locator('aside').getByRole('link', { name: label, exact: true }).click();
  // Says which page it was that showed no rows.
  await page.locator(ready).first().waitFor();
  return page.evaluate(() => (globalThis as unknown as Probes).bench.rows);
}

/** Chooses a workspace by its name, as a person does. */
export async function openWorkspace(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Workspace:/ }).click();
  await page
    .getByRole('dialog', { name: 'Workspaces' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  await page.waitForLoadState('networkidle');
}
