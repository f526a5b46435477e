/** The calls that read keywords. */
import { fields, numberOr, readRows } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readKeywordCounts, readKeywordRow } from '../model/keywordRow';
import { readMemoryRow } from '../model/memoryRow';
import { everyRow } from './everyRow';
import { createLimiter } from './limiter';

/** The spec's memories of one page of a keyword's list. */
export const KEYWORD_MEMORIES = 50;

/** Every keyword of the workspace: one call for up to a thousand. */
export function useKeywords() {
  return useScopedQuery({
    key: ['keywords', 'list'],
    load: (api, signal) =>
      everyRow(
        (skip, limit) =>
          api.call('GET /keywords/', { query: { limit, ...(skip > 0 ? { skip } : {}) }, signal }),
        readKeywordRow,
      ),
  });
}

/** How often each keyword is used, in one call. No data with a service that does not offer it. */
export function useKeywordCounts() {
  const { offers } = useShell();
  return useScopedQuery({
    key: ['keyword-counts'],
    enabled: offers('keywords.counts'),
    load: async (api, signal) => readKeywordCounts(await api.call('GET /keywords/counts', { signal })),
  });
}

const fourAtOnce = createLimiter(4);

/** How often one keyword is used, for a service that only tells one by one: four at a time, and only what is in sight. */
export function useKeywordCount(id: string, enabled: boolean) {
  return useScopedQuery({
    key: ['keyword-count', id],
    enabled,
    load: (api, signal) =>
      fourAtOnce(async () => {
        const answer = await api.call('GET /keywords/{id}/memory-blocks/count', { params: { id }, signal });
        const count = numberOr(fields(answer)['count'], null);
        if (count === null) throw new TypeError('The answer holds no count.');
        return count;
      }, signal),
  });
}

/** One page of the memories with a keyword; an archived one is not among them. */
export function useKeywordMemories(id: string, page: number) {
  return useScopedQuery({
    key: ['memory-blocks', 'of-keyword', id, page],
    keepPrevious: true,
    load: async (api, signal) => {
      const query = { skip: (page - 1) * KEYWORD_MEMORIES, limit: KEYWORD_MEMORIES };
      const answer = await api.call('GET /keywords/{id}/memory-blocks/', { params: { id }, query, signal });
      return readRows(answer, readMemoryRow);
    },
  });
}
