/** Chooses from the controls of lists and forms the way a person does: open it, press the line. */
import { expect, type Page } from '@playwright/test';

/** Ticks one more in a list's choice of several, e.g. `Agents`, and closes it. */
export async function tick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}: `) }).click();
  const panel = page.getByRole('dialog', { name: label });
  // The number of memories may follow.
  const name = new RegExp(`^${option.replace(/[()]/g, '\\$&')}(?: · [\\d,]+)?$`);
  await panel.getByRole('checkbox', { name }).check();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
}

/** Chooses one more from a form's select of several, and closes it. */
export async function chooseAlso(page: Page, label: string, option: string): Promise<void> {
  const control = page.getByRole('combobox', { name: label, exact: true });
  await control.click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
  await control.press('Escape');
  await expect(control).toHaveAttribute('aria-expanded', 'false');
}

/** Chooses from a form's select. @param label name of the control, e.g. `Agent`. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const control = page.getByRole('combobox', { name: label, exact: true });
  await control.click();
  await expect(control).toHaveAttribute('aria-expanded', 'true');
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
  await expect(control).toHaveAttribute('aria-expanded', 'false');
}
