/** Operates the controls of lists and forms like a person: open, then click an option. */
import { expect, type Page } from '@playwright/test';

/** Checks one more option in a multi-select filter, e.g. `Agents`, and closes it. */
export async function tick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}: `) }).click();
  const panel = page.getByRole('dialog', { name: label });
  // The name may end with the number of memories.
  const name = new RegExp(`^${option.replace(/[()]/g, '\\$&')}(?: · [\\d,]+)?$`);
  await panel.getByRole('checkbox', { name }).check();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
}

/** Adds an option in a form's multi-select and closes it. */
export async function chooseAlso(page: Page, label: string, option: string): Promise<void> {
  const control = page.getByRole('combobox', { name: label, exact: true });
  await control.click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
  await control.press('Escape');
  await expect(control).toHaveAttribute('aria-expanded', 'false');
}

/** Chooses an option of a form's select. @param label name of the control, e.g. `Agent`. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const control = page.getByRole('combobox', { name: label, exact: true });
  await control.click();
  await expect(control).toHaveAttribute('aria-expanded', 'true');
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
  await expect(control).toHaveAttribute('aria-expanded', 'false');
}
