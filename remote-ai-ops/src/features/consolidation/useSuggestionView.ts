/** The list's view: read from the address, written back by replacement, back on page 1 when the workspace changes. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useSearchParams } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { EVERYTHING, readView, writeView, type SuggestionView } from '../../model/suggestionView';

/** The view and the ways to change it: any filter leads back to page 1. */
export function useSuggestionView() {
  const [params, setParams] = useSearchParams();
  const lead = scopeKey(useShell().scope);
  const [pagedIn, setPagedIn] = useState(lead);
  const read = readView(params);
  const write = useCallback(
    (next: SuggestionView) => setParams((current) => writeView(current, next), { replace: true }),
    [setParams],
  );

  // A page number belongs to the workspace it was reached in: it is 1 from the moment of the change, in the address soon after.
  const isOther = lead !== pagedIn;
  if (isOther && read.page === 1) setPagedIn(lead);
  const mustWrite = isOther && read.page !== 1;
  const writeFirstPage = useEffectEvent(() => write({ ...read, page: 1 }));
  useEffect(() => {
    if (mustWrite) writeFirstPage();
  }, [mustWrite]);

  const view = mustWrite ? { ...read, page: 1 } : read;
  return {
    view,
    setPage: (page: number) => write({ ...view, page }),
    filter: (part: Partial<Omit<SuggestionView, 'page'>>) => write({ ...view, ...part, page: 1 }),
    clear: () => write(EVERYTHING),
  };
}
