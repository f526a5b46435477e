/** The memory list's view: what the address says, what the person is typing, and how the one becomes the other. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useSearchParams } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import {
  FILTER_DEBOUNCE_MS,
  isUsable,
  NO_FILTERS,
  normalized,
  readView,
  sameFilters,
  writeView,
  type MemoryFilters,
  type MemoryView,
  type Sort,
} from '../../model/memoryFilters';
import { offeredModes, type SearchMode } from '../../model/searchModes';

export interface MemoryViewState {
  /** What is shown: the address. */
  view: MemoryView;
  /** What the controls show: may be ahead of the address for half a second. */
  draft: MemoryFilters;
  /** Changes the draft; the address follows when the person pauses. */
  edit(change: Partial<MemoryFilters>): void;
  /** Replaces filters at once: a chip removed, Clear all. */
  apply(change: Partial<MemoryFilters>): void;
  clear(): void;
  setPage(page: number): void;
  setSort(sort: Sort): void;
  setMode(mode: SearchMode): void;
}

/** The filters alone: sort and page belong to the address, never to the draft. */
const filtersOf = ({ search, agent, conversation }: MemoryFilters): MemoryFilters => ({
  search,
  agent,
  conversation,
});

const keyOf = (filters: MemoryFilters) => JSON.stringify(normalized(filters));

/** Page 1 from the moment the workspace changes, also in the address. */
function useWorkspacePage(view: MemoryView, write: (view: MemoryView) => void): MemoryView {
  const lead = scopeKey(useShell().scope);
  const [pagedIn, setPagedIn] = useState(lead);
  const isOther = lead !== pagedIn;
  // The page number belongs to the workspace it was reached in; once the address is back on page 1, to the new one.
  if (isOther && view.page === 1) setPagedIn(lead);
  const mustWrite = isOther && view.page !== 1;
  const writeFirstPage = useEffectEvent(() => write({ ...view, page: 1 }));
  useEffect(() => {
    if (mustWrite) writeFirstPage();
  }, [mustWrite]);
  return mustWrite ? { ...view, page: 1 } : view;
}

/** Reads and writes the view. Every change replaces the address; back and forward bring the controls along. */
export function useMemoryView(): MemoryViewState {
  const { offers } = useShell();
  const [params, setParams] = useSearchParams();
  const write = useCallback(
    (next: MemoryView) => setParams((current) => writeView(current, next), { replace: true }),
    [setParams],
  );
  const asked = useWorkspacePage(readView(params), write);
  // An address may ask for a way to search that this service does not have: then the text is looked for.
  const view = offeredModes(offers).some(({ value }) => value === asked.mode)
    ? asked
    : { ...asked, mode: 'text' as const };
  const [draft, setDraft] = useState<MemoryFilters>(() => filtersOf(view));
  const [seen, setSeen] = useState(() => keyOf(view));
  const [written, setWritten] = useState<string[]>([]);

  // The address changed: by our own writing (the draft may already be ahead) or by somebody else, e.g. Back.
  const shown = keyOf(view);
  if (shown !== seen) {
    setSeen(shown);
    const own = written.indexOf(shown);
    setWritten(own < 0 ? [] : written.slice(own + 1));
    if (own < 0) setDraft(filtersOf(view));
  }

  const commit = (filters: MemoryFilters) => {
    setWritten([...written, keyOf(filters)]);
    write({ ...view, ...filters, page: 1 });
  };
  const isDue = !sameFilters(draft, view) && isUsable(draft);
  // Half a second from the last change of the draft; whatever else changed meanwhile (sort, page) stays as it is then.
  const commitDraft = useEffectEvent(() => commit(draft));
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(commitDraft, FILTER_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft, isDue]);

  const edit = (change: Partial<MemoryFilters>) => setDraft((current) => ({ ...current, ...change }));
  const apply = (change: Partial<MemoryFilters>) => {
    edit(change);
    commit({ ...filtersOf(view), ...change });
  };
  return {
    view,
    draft,
    edit,
    apply,
    clear: () => apply(NO_FILTERS),
    setPage: (page) => write({ ...view, page }),
    setSort: (sort) => write({ ...view, sort, page: 1 }),
    setMode: (mode) => write({ ...view, mode, page: 1 }),
  };
}
