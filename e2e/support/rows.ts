/** Ids of the rows that a page shows. */
import type { Locator, Page } from '@playwright/test';

const rowIds = (list: Locator): Promise<(string | null)[]> =>
  list.locator('[data-row]').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-row')));

/** Works for rows, cards and the table. */
export const memoryIds = (page: Page) => rowIds(page.getByRole('main'));
export const suggestionIds = (page: Page) =>
  rowIds(page.getByRole('list', { name: 'Consolidation suggestions', exact: true }));

export const toIds = (rows: { items: { id: string }[] }) => rows.items.map(({ id }) => id);
