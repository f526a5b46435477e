/**
 * The subset of react-query that remotes use, and two hooks that prefix every key with the active scope, so that rows of one workspace
 * never show up in another.
 */
import {
  keepPreviousData,
  useQuery,
  type QueryFunction,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { ApiClient } from '../api/client/types';
import type { ChangeKind } from '../api/events';
import { scopeKey } from '../events/scope';
import { useShell } from '../shell';
import { useFirstAnswer } from './firstAnswer';

export {
  QueryClient,
  QueryClientProvider,
  QueryObserver,
  useIsMutating,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type Query,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Refetched after these changes, if the page receives live changes (`Shell.live`). */
      follows?: readonly ChangeKind[];
      /** Limits `follows` to changes of these rows. */
      ids?: readonly string[];
      /** Limits `follows` to changes around the first load, which it may or may not include. */
      isSteady?: boolean;
    };
  }
}

interface ScopedQueryOptions<T> {
  /** The key without the scope, e.g. `['memory-blocks', filters]`. */
  key: QueryKey;
  load(api: ApiClient, signal: AbortSignal): Promise<T>;
  enabled?: boolean;
  /** Keeps the previous rows of the same scope while the next ones load. */
  keepPrevious?: boolean;
  /** The main content of the page: the first render waits briefly for it. */
  isAwaited?: boolean;
  /** Never refetched automatically, because another response would differ. */
  staysFresh?: boolean;
  /** Kinds of workspace changes that trigger a refetch. */
  follows?: readonly ChangeKind[];
  /** Rows never shift on their own: only changes around the first load, which it may or may not include, trigger a refetch. */
  isSteady?: boolean;
}

/** A query in the active workspace: canceled when no component uses it, never filled from another workspace. */
export function useScopedQuery<T>(options: ScopedQueryOptions<T>): UseQueryResult<T> {
  const { api, scope } = useShell();
  const prefix = scopeKey(scope);
  const queryKey = [prefix, ...options.key];
  const queryFn: QueryFunction<T> = ({ signal }) => options.load(api, signal);
  const { enabled = true, isAwaited = false } = options;
  useFirstAnswer(queryKey, queryFn, isAwaited && enabled);
  return useQuery<T>({
    queryKey,
    queryFn,
    enabled,
    placeholderData: (previous, query) =>
      options.keepPrevious && query?.queryKey[0] === prefix ? keepPreviousData(previous) : undefined,
    ...(options.staysFresh && { staleTime: Infinity }),
    ...(options.follows
      ? { meta: { follows: options.follows, ...(options.isSteady && { isSteady: true }) } }
      : {}),
  });
}

/** Builds the key of a scoped query or, with fewer parts, a prefix of several: for invalidation after a write. */
export function useScopedKey(): (...key: QueryKey) => QueryKey {
  const { scope } = useShell();
  const prefix = scopeKey(scope);
  return (...key) => [prefix, ...key];
}
