/** The moment for what nobody waits for: after the rows of the page. */
import { useIsFetching, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';

/** As long as it waits for rows, in milliseconds. */
const LONGEST_WAIT_FOR_ROWS = 1_000;

const isFirstAnswer = ({ state }: { state: { status: string } }) => state.status === 'pending';

/** The page whose rows are drawn: what opens there later does not wait again. */
const drawn = new WeakMap<QueryClient, string>();

/**
 * Whether what a person waits for is drawn: false while a page is drawn for the first time and while a first answer is on its way, a
 * second at most; then true for good.
 */
export function useTimeAfterRows(): boolean {
  const client = useQueryClient();
  const [isTime, setTime] = useState(() => drawn.get(client) === window.location.pathname);
  const isDrawn = useDeferredValue(true, isTime);
  const isLoading = useIsFetching({ predicate: isFirstAnswer }) > 0;
  if (isDrawn && !isLoading && !isTime) setTime(true);
  useEffect(() => {
    if (isTime) drawn.set(client, window.location.pathname);
    const timer = setTimeout(() => setTime(true), LONGEST_WAIT_FOR_ROWS);
    return () => clearTimeout(timer);
  }, [client, isTime]);
  return useDeferredValue(isTime, false);
}
