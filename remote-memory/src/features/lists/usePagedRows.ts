/** The pages of a list that is loaded whole and searched in the browser. */
import { useMemo } from 'react';
import { useClampedPage, type ListView, type Parameter } from '@hindsight/shared-ui/data';
import { useScreenful } from './useScreenful';

/** Milliseconds from the last letter until rows and address follow: longer than most people need from one letter to the next. */
export const SEARCH_PAUSE_MS = 300;

/**
 * @param found the rows that match; undefined until they are loaded. @param view what is shown, e.g. search and order.
 * @returns the page that exists, and its rows: first a screenful, then all.
 */
export function usePagedRows<Row>(
  { view: { page: asked }, show }: ListView<Record<never, Parameter<unknown>>>,
  found: readonly Row[] | undefined,
  size: number,
  view: readonly string[],
) {
  const { page } = useClampedPage(asked, { total: found?.length, size, show });
  const rows = useMemo(() => (found ?? []).slice((page - 1) * size, page * size), [found, page, size]);
  return { page, shown: useScreenful(rows, JSON.stringify([view, page])) };
}
