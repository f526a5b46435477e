/** Keeps a list on a page that exists. */
import { useEffect, useEffectEvent } from 'react';

/**
 * Corrects the page when an answer says that it does not exist.
 * @param page what is asked for. @param last the last page by the answer to that very view; undefined until it is there.
 * @returns whether the page is being corrected: nothing may claim to be empty meanwhile.
 */
export function useLastPage(
  page: number,
  last: number | undefined,
  setPage: (page: number) => void,
): boolean {
  const isOutOfRange = last !== undefined && last < page;
  const correct = useEffectEvent(() => {
    if (last !== undefined) setPage(last);
  });
  useEffect(() => {
    if (isOutOfRange) correct();
  }, [isOutOfRange]);
  return isOutOfRange;
}
