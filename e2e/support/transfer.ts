/** Export and import of the memory list, as a person uses them. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Chooses an item of the list's menu. */
export async function openMenu(page: Page, item: 'Export…' | 'Import…'): Promise<void> {
  await page.getByRole('button', { name: 'Export and import' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Exports the current list. @returns the content of the file. */
export async function exportList(page: Page): Promise<string> {
  await openMenu(page, 'Export…');
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  await page.getByRole('button', { name: 'Close' }).last().click();
  return text;
}
