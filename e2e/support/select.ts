/** Chooses from a select the way a person does: open it, press the line. */
import { expect, type Page } from '@playwright/test';

/** Chooses one more from a select of several, and closes it. */
export async function chooseAlso(page: Page, label: string, option: string): Promise<void> {
  const control = page.getByRole('combobox', { name: label, exact: true });
  await control.click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
  await control.press('Escape');
  await expect(control).toHaveAttribute('aria-expanded', 'false');
}

/** @param label name of the control, e.g. `Sort by`. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const control = page.getByRole('combobox', { name: label, exact: true });
  await control.click();
  await expect(control).toHaveAttribute('aria-expanded', 'true');
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
  await expect(control).toHaveAttribute('aria-expanded', 'false');
}
