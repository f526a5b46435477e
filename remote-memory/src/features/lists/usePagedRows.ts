/** The pages of a list that is loaded whole and searched in the browser. */
import { useMemo } from 'react';
import { useClampedPage, type ListView, type Parameter } from '@hindsight/shared-ui/data';

/** Milliseconds from the last letter until rows and address follow: longer than most people need from one letter to the next. */
export const SEARCH_PAUSE_MS = 300;

/**
 * @param found the rows that match; undefined until they are loaded.
 * @returns the page that exists, and its rows.
 */
export function usePagedRows<Row>(
  { view: { page: asked }, show }: ListView<Record<never, Parameter<unknown>>>,
  found: readonly Row[] | undefined,
  size: number,
) {
  const { page } = useClampedPage(asked, { total: found?.length, size, show });
  const shown = useMemo(() => (found ?? []).slice((page - 1) * size, page * size), [found, page, size]);
  return { page, shown };
}
