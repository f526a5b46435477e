/** The calls behind analytics: one sum of the service, or one page of its newest blocks. */
import { fields, firstText, numberOr, readRows } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { isPartial, readSummary, SAMPLE_SIZE, summariseRows, type Analytics } from '../model/analytics';
import { readMemoryRow } from '../model/memoryRow';
import { readUnusedRow, UNUSED_PAGE_SIZE, type UnusedKind, type UnusedPage } from '../model/unused';

/**
 * The figures of the workspace. A service that sums up is asked once; another one for its newest blocks, and for the number
 * of its conversations, which those blocks alone would not tell.
 */
export function useAnalytics(enabled = true) {
  const { offers } = useShell();
  const sumsUp = offers('analytics.summary');
  return useScopedQuery<Analytics>({
    key: ['analytics', sumsUp ? 'summary' : 'sample'],
    enabled,
    load: async (api, signal) => {
      if (sumsUp) return readSummary(await api.call('GET /analytics/summary', { signal }));
      const query = { limit: SAMPLE_SIZE, sort_by: 'created_at', sort_order: 'desc' } as const;
      const [page, conversations] = await Promise.all([
        api.call('GET /memory-blocks/', { query, signal }),
        api.call('GET /conversations/count', { signal }),
      ]);
      const { items, total } = readRows(page, readMemoryRow);
      const figures = summariseRows(items, total, Date.now());
      const whole = isPartial(figures) ? null : figures.totalConversations;
      const totalConversations = numberOr(fields(conversations)['count'], whole);
      if (totalConversations === null) throw new TypeError('The answer holds no count of conversations.');
      return { ...figures, totalConversations };
    },
  });
}

/**
 * One page of the memories that nobody reads. A service that cannot find them is asked for its least read blocks (never
 * retrieved) or for its oldest ones (stale), once for all pages (see `rowsOfUnusedPage`), and the answer says that it may not
 * be all.
 */
export function useUnusedMemories(kind: UnusedKind, page: number, days: number) {
  const { offers } = useShell();
  const finds = offers('analytics.unused');
  return useScopedQuery<UnusedPage>({
    key: ['memory-blocks', 'unused', kind, days, ...(finds ? [page] : ['sample'])],
    keepPrevious: true,
    load: async (api, signal) => {
      if (finds) {
        const query = { kind, days, skip: (page - 1) * UNUSED_PAGE_SIZE, limit: UNUSED_PAGE_SIZE };
        const answer = await api.call('GET /analytics/unused', { query, signal });
        const { items, total } = readRows(answer, readUnusedRow);
        return { items, total: total ?? items.length, isPartial: false };
      }
      const query = {
        limit: SAMPLE_SIZE,
        sort_by: kind === 'never' ? 'retrieval_count' : 'created_at',
        sort_order: 'asc',
      } as const;
      const { items, total } = readRows(
        await api.call('GET /memory-blocks/', { query, signal }),
        readUnusedRow,
      );
      const limit = Date.now() - days * 24 * 60 * 60 * 1000;
      // The service's order among blocks that were read equally often means nothing: the report shows the oldest first.
      const oldestFirst = [...items].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
      const found = oldestFirst.filter((row) =>
        kind === 'never'
          ? row.retrievals === 0
          : row.retrievals > 0 && Date.parse(firstText(row.updatedAt, row.createdAt)) < limit,
      );
      return {
        items: found,
        total: found.length,
        // The least read thousand hold every block that was never read, unless all thousand are such blocks.
        isPartial:
          (total ?? items.length) > items.length && (kind === 'stale' || found.length === items.length),
      };
    },
  });
}
