/** The rows of a page are drawn without holding it up, and what nobody waits for comes after them. */
import { useIsFetching, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';

/** As long as it waits for rows, in milliseconds. */
const LONGEST_WAIT_FOR_ROWS = 1_000;

const isFirstAnswer = ({ state }: { state: { status: string } }) => state.status === 'pending';

/** The page whose rows are drawn: what opens there later does not wait again. */
const drawn = new WeakMap<QueryClient, string>();

/** Calls back when the browser has shown what is drawn now and has nothing else to do; answers how to give up. */
function afterPaint(callback: () => void): () => void {
  let isWanted = true;
  const rest = () => isWanted && callback();
  const frame = requestAnimationFrame(() =>
    'requestIdleCallback' in window ? requestIdleCallback(rest) : setTimeout(rest),
  );
  return () => {
    isWanted = false;
    cancelAnimationFrame(frame);
  };
}

/**
 * Whether what a person waits for is painted: false while a page is drawn for the first time and while a first answer is on its way, a
 * second at most; then true for good.
 */
export function useTimeAfterRows(): boolean {
  const client = useQueryClient();
  const [isTime, setTime] = useState(() => drawn.get(client) === window.location.pathname);
  const isDrawn = useDeferredValue(true, isTime);
  const isLoading = useIsFetching({ predicate: (query) => !isTime && isFirstAnswer(query) }) > 0;
  // A page may draw its rows in steps.
  const isReady = useDeferredValue(isDrawn && !isLoading, false);
  useEffect(() => (isReady ? afterPaint(() => setTime(true)) : undefined), [isReady]);
  useEffect(() => {
    if (isTime) return void drawn.set(client, window.location.pathname);
    const timer = setTimeout(() => setTime(true), LONGEST_WAIT_FOR_ROWS);
    return () => clearTimeout(timer);
  }, [client, isTime]);
  return useDeferredValue(isTime, false);
}

/** The data of a query, of which the first is drawn in steps; an answer of a query alone is drawn in one, however long it takes. */
export function useInSteps<Data>(data: Data | undefined): Data | undefined {
  return useDeferredValue(data !== undefined) ? data : undefined;
}
