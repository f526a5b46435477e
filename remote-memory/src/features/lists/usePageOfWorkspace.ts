/** The page number of a list belongs to the workspace in which it was reached. */
import { useEffect, useEffectEvent, useState } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useShell } from '@hindsight/shared-contracts/shell';

/**
 * The page to show: 1 from the moment the workspace changes, before the address follows, so that no call goes out with the
 * former workspace's offset.
 * @param page what the address says. @param setPage writes it.
 */
export function usePageOfWorkspace(page: number, setPage: (page: number) => void): number {
  const lead = scopeKey(useShell().scope);
  const [pagedIn, setPagedIn] = useState(lead);
  const isOther = lead !== pagedIn;
  if (isOther && page === 1) setPagedIn(lead);
  const mustWrite = isOther && page !== 1;
  const writeFirstPage = useEffectEvent(() => setPage(1));
  useEffect(() => {
    if (mustWrite) writeFirstPage();
  }, [mustWrite]);
  return mustWrite ? 1 : page;
}
