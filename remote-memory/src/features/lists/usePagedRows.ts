/** The pages of a list that is loaded whole and searched in the browser. */
import { useMemo } from 'react';
import { useClampedPage, type ListView, type Parameter } from '@hindsight/shared-ui/data';
import { useScreenful } from './useScreenful';

/** Milliseconds from the last letter until the address follows; the rows follow at once. */
export const ADDRESS_DEBOUNCE_MS = 350;

/**
 * @param list its search matches rows before the address follows, so that another search begins on page 1 at once.
 * @param found the rows that match; undefined until they are loaded. @param view what is shown, e.g. search and order.
 * @returns the page that exists, and its rows: first a screenful, then all.
 */
export function usePagedRows<Row>(
  { view: { page: asked }, isPending, show }: ListView<Record<never, Parameter<unknown>>>,
  found: readonly Row[] | undefined,
  size: number,
  view: readonly string[],
) {
  const { page } = useClampedPage(isPending ? 1 : asked, { total: found?.length, size, show });
  const rows = useMemo(() => (found ?? []).slice((page - 1) * size, page * size), [found, page, size]);
  return { page, shown: useScreenful(rows, JSON.stringify([view, page])) };
}
