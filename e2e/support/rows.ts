/** Which rows a page shows, by their whole ids. */
import type { Page } from '@playwright/test';

/** Ids beside the copy buttons of that name, in the order of the page. */
async function idsBeside(page: Page, button: string): Promise<(string | null)[]> {
  return page
    .getByRole('button', { name: button, exact: true })
    .evaluateAll((buttons) =>
      buttons.map((one) => one.previousElementSibling?.getAttribute('title') ?? null),
    );
}

/** Of rows, cards and the table alike. */
export const memoryIds = (page: Page) =>
  page
    .getByRole('main')
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-row')));
export const suggestionIds = (page: Page) => idsBeside(page, 'Copy suggestion ID');

export const toIds = (rows: { items: { id: string }[] }) => rows.items.map(({ id }) => id);
