/** Which rows a page shows, by their whole ids. */
import type { Locator, Page } from '@playwright/test';

const rowIds = (list: Locator): Promise<(string | null)[]> =>
  list.locator('[data-row]').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-row')));

/** Of rows, cards and the table alike. */
export const memoryIds = (page: Page) => rowIds(page.getByRole('main'));
export const suggestionIds = (page: Page) =>
  rowIds(page.getByRole('list', { name: 'Consolidation suggestions', exact: true }));

export const toIds = (rows: { items: { id: string }[] }) => rows.items.map(({ id }) => id);
