/** The page number of a list belongs to the workspace in which it was reached. */
import { useEffect, useEffectEvent, useState } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useShell } from '@hindsight/shared-contracts/shell';

/**
 * The page to show: 1 from the moment the workspace changes, before the address follows, so that no request goes out with
 * the offset of the former workspace.
 * @param page what the address says. @param writeFirstPage corrects the address.
 */
export function usePageOfScope(page: number, writeFirstPage: () => void): number {
  const scope = scopeKey(useShell().scope);
  const [pagedIn, setPagedIn] = useState(scope);
  const isOther = scope !== pagedIn;
  if (isOther && page === 1) setPagedIn(scope);
  const mustWrite = isOther && page !== 1;
  const write = useEffectEvent(writeFirstPage);
  useEffect(() => {
    if (mustWrite) write();
  }, [mustWrite]);
  return mustWrite ? 1 : page;
}
