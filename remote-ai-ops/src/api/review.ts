/** Calls of the review inbox. */
import type { Change, ReviewItem, ReviewKind, ReviewVerdict } from '@hindsight/shared-contracts/api';
import type { ApiClient, CallAnswer, CallInput } from '@hindsight/shared-contracts/api/client';
import { useQueryClient, useScopedKey, useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { placedQuery, placedRows } from '@hindsight/shared-ui/places';
import { useEffect, useEffectEvent } from 'react';

/** Maximum items loaded or decided in one call. */
const REVIEW_LIMIT = 200;

/** Pending items: secrets first, then newest first. @param kind null for every kind. */
export function useReviewItems(kind: ReviewKind | null) {
  const query = { limit: REVIEW_LIMIT, ...(kind && { kind }) };
  return useScopedQuery({
    key: ['review', 'items', query],
    load: (api, signal) => api.call('GET /review-items/', { query, signal }),
    keepPrevious: true,
    follows: ['suggestions'],
  });
}

/** Whether a change may concern the memories; one that does not list all of its rows may concern any. */
const isAbout =
  (memories: ReadonlySet<string>) =>
  ({ kind, ids, added, changed, removed }: Change): boolean =>
    kind === 'memories' && (ids.length < added + changed + removed || ids.some((id) => memories.has(id)));

/** Refetches pending items when one of their memories changes, because proposals for an outdated text are withdrawn. */
export function useFollowedMemories(waiting: readonly ReviewItem[] | undefined): void {
  const { live } = useShell();
  const client = useQueryClient();
  const scoped = useScopedKey();
  const onChanges = useEffectEvent((changes: readonly Change[]) => {
    const memories = new Set(waiting?.flatMap(({ memory_block_ids: ids }) => ids));
    if (!changes.some(isAbout(memories))) return;
    for (const key of [scoped('review', 'items'), scoped('memory-block')])
      void client.invalidateQueries({ queryKey: key });
  });
  useEffect(() => live?.subscribe((changes) => onChanges(changes)), [live]);
}

export const DECISIONS_PAGE_SIZE = 25;

/** Resolved items with who decided them. @param page 1-based. @param place cursor: the decision before the page, if known. */
export function useReviewDecisions(page: number, place: string | undefined) {
  const range = { skip: (page - 1) * DECISIONS_PAGE_SIZE, limit: DECISIONS_PAGE_SIZE };
  const query = placedQuery(range, place);
  return useScopedQuery({
    key: ['review', 'decisions', query],
    load: async (api, signal) => {
      const { items, total_items: total } = await api.call('GET /review-decisions/', { query, signal });
      return placedRows({ items, total }, DECISIONS_PAGE_SIZE, place);
    },
    keepPrevious: true,
  });
}

type DecideBody = CallInput<'POST /review-items/decide'>['body'];
export type DecidedItem = DecideBody['items'][number];
export type DecisionResult = CallAnswer<'POST /review-items/decide'>['results'][number];

/** Decides items. @returns one result per item, in the same order. */
export async function decideItems(
  api: ApiClient,
  verdict: ReviewVerdict,
  items: DecidedItem[],
): Promise<DecisionResult[]> {
  return (await api.call('POST /review-items/decide', { body: { verdict, items } })).results;
}
