/**
 * The part of react-query that remotes use, and the two hooks that start every key with the active scope,
 * so that rows of one workspace can never be shown in another.
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
      /** Loaded again after these changes, where the page learns of changes as they happen (`Shell.live`). */
      follows?: readonly ChangeKind[];
      /** Only changes of these rows. */
      ids?: readonly string[];
      /** Only changes that it may have already, because they are from around its first load. */
      isSteady?: boolean;
    };
  }
}

interface ScopedQueryOptions<T> {
  /** The key without the scope, e.g. `['memory-blocks', filters]`. */
  key: QueryKey;
  load(api: ApiClient, signal: AbortSignal): Promise<T>;
  enabled?: boolean;
  /** Keep the last rows of the same scope while the next ones load. */
  keepPrevious?: boolean;
  /** What the page is for: it is first drawn with the answer, if that comes in a moment. */
  isAwaited?: boolean;
  /** Not loaded again by itself, because another answer would not be the same. */
  staysFresh?: boolean;
  /** Changes of the workspace after which it is loaded again. */
  follows?: readonly ChangeKind[];
  /** Its rows do not move by themselves: it is loaded again only for changes from around its first load, which it may have or not. */
  isSteady?: boolean;
}

/** A query of the active workspace: cancelled when no component shows it, never filled from another workspace. */
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

/** The key of a scoped query or, with fewer parts, the prefix of many: for invalidation after a write. */
export function useScopedKey(): (...key: QueryKey) => QueryKey {
  const { scope } = useShell();
  const prefix = scopeKey(scope);
  return (...key) => [prefix, ...key];
}
