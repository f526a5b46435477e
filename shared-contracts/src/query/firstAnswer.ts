/** Delays the first render of a page briefly for its rows, instead of rendering it without them and again a moment later. */
import { useEffect } from 'react';
import {
  useQueryClient,
  type Query,
  type QueryClient,
  type QueryFunction,
  type QueryKey,
} from '@tanstack/react-query';
import { announceArrival } from '../shell/lazyPage';

/** Milliseconds after which the page renders without the rows. */
export const LONGEST_WAIT = 100;

/** Pending promises. React renders a suspended component repeatedly without keeping its state, so they are kept here. */
const arrivals = new WeakMap<Query, Promise<void>>();

/**
 * Path that the document was opened at; undefined on the server. Only this page suspends: while a later one did, the router would stay on
 * the previous page.
 */
const START = (globalThis as Partial<typeof globalThis>).location?.pathname;

/** Query clients whose first page has rendered. */
const started = new WeakSet<QueryClient>();

/**
 * Starts the query during the first render of the first page and suspends until it succeeds, fails or takes too long; meanwhile the nearest
 * `LazyBoundary` shows its skeleton. No-op once a page has rendered, and for a query that was already started.
 * @throws Promise for the `LazyBoundary`, like suspending queries of react-query.
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
  // Not `use`: every test of a page would have to await its first render.
  if (arrival) throw arrival;
}
