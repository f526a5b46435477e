/** Draws a page once, with the rows that are about to come, instead of without them and a moment later again. */
import { useEffect } from 'react';
import {
  useQueryClient,
  type Query,
  type QueryClient,
  type QueryFunction,
  type QueryKey,
} from '@tanstack/react-query';
import { announceArrival } from '../shell/lazyPage';

/** Milliseconds after which the page is drawn without the answer. */
export const LONGEST_WAIT = 100;

/** What is waited for: React draws a component that waits more than once, each time without the state of the time before. */
const arrivals = new WeakMap<Query, Promise<void>>();

/**
 * The page that the document was opened at; none where the server draws the frame. Only it waits: while a later one does, the router stays
 * at the page before.
 */
const START = (globalThis as Partial<typeof globalThis>).location?.pathname;

/** Whose first page is there. */
const started = new WeakSet<QueryClient>();

/**
 * Asks the query while the first page is drawn for the first time, and lets React wait until it is answered, has failed, or took too
 * long: the nearest `LazyBoundary` shows its skeleton meanwhile. Does nothing once a page is there, or for a query that was asked before.
 * @throws Promise for the `LazyBoundary`, as queries of react-query that suspend do.
 */
export function useFirstAnswer(queryKey: QueryKey, queryFn: QueryFunction, isAwaited: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isAwaited) started.add(client);
  }, [client, isAwaited]);
  if (!isAwaited || started.has(client) || window.location.pathname !== START) return;

  const queries = client.getQueryCache();
  const answer = queries.find({ queryKey }) ? undefined : client.prefetchQuery({ queryKey, queryFn });
  const query = queries.find({ queryKey });
  if (!query) return;
  if (answer) {
    const tooLong = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT));
    const arrival = Promise.race([answer, tooLong]).then(() => {
      arrivals.delete(query);
      announceArrival();
    });
    arrivals.set(query, arrival);
  }
  const arrival = arrivals.get(query);
  // Not `use`: each test of a page would have to wait for its first drawing.
  if (arrival) throw arrival;
}
