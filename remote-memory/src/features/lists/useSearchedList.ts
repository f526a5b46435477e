/** The view of a list that is loaded whole and searched on the page: search, order and page, in the address. */
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from '@hindsight/shared-contracts/router';
import { usePageOfWorkspace } from './usePageOfWorkspace';

/** Milliseconds from the last letter until the address follows; the rows follow at once. */
export const ADDRESS_DEBOUNCE_MS = 350;

export interface SearchedList<Sort extends string> {
  /** What the search box shows. */
  typed: string;
  /** What the rows are searched by: a moment behind while somebody types fast. */
  search: string;
  setSearch(text: string): void;
  sort: Sort;
  setSort(sort: Sort): void;
  /** From 1; may be above the last page. */
  page: number;
  setPage(page: number): void;
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** @param sorts what the list can be sorted by, the default first. */
export function useSearchedList<const Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
): SearchedList<Sort> {
  const [params, setParams] = useSearchParams();
  const write = (change: Record<string, string>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(change)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const setPage = (page: number) => write({ page: page > 1 ? String(page) : '' });
  const page = usePageOfWorkspace(readPage(params.get('page')), setPage);
  const sort = sorts.find((one) => one === params.get('sort')) ?? sorts[0];

  const asked = params.get('search') ?? '';
  const [typed, setTyped] = useState(asked);
  const [seen, setSeen] = useState(asked);
  const [written, setWritten] = useState(asked);
  // The address changed: by our own writing (the person may have typed on) or by somebody else, e.g. Back.
  if (asked !== seen) {
    setSeen(asked);
    if (asked !== written) setTyped(asked);
  }
  const isDue = typed.trim() !== asked;
  const commit = useEffectEvent(() => {
    setWritten(typed.trim());
    write({ search: typed.trim(), page: '' });
  });
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(commit, ADDRESS_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, isDue]);

  return {
    typed,
    search: useDeferredValue(typed),
    setSearch: setTyped,
    sort,
    setSort: (next) => write({ sort: next === sorts[0] ? '' : next, page: '' }),
    // Another search has its first page at once, not when the address has followed.
    page: isDue ? 1 : page,
    setPage,
  };
}
