/** Counts what belongs to an organization, so that its deletion can say what must go first. */
import { fields, numberOr, readRows, type ApiClient } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { useQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import type { Contents } from '../model/contents';
import { useOrganizationKey } from './organizations';

/** Lists that say how many there are need not send the rows. */
async function countOf(answer: Promise<unknown>): Promise<number | null> {
  const value = await answer.catch(() => null);
  if (value === null) return null;
  const { items, total } = readRows(value, (item) => item);
  return total ?? items.length;
}

async function countContents(api: ApiClient, scope: ActiveScope, signal: AbortSignal): Promise<Contents> {
  const [agents, memories, keywords] = await Promise.all([
    countOf(api.call('GET /agents/', { query: { limit: 1000 }, scope, signal })),
    countOf(
      api.call('GET /memory-blocks/', { query: { limit: 1, include_archived: 'true' }, scope, signal }),
    ),
    countOf(api.call('GET /keywords/', { query: { limit: 1000 }, scope, signal })),
  ]);
  return { agents, memories, keywords };
}

/** The same from the service's own sum, where it makes one. */
async function sumContents(api: ApiClient, scope: ActiveScope, signal: AbortSignal): Promise<Contents> {
  const summary = fields(await api.call('GET /analytics/summary', { scope, signal }));
  const totals = fields(summary['totals']);
  const active = numberOr(totals['memory_blocks'], null);
  return {
    agents: numberOr(totals['agents'], null),
    memories: active === null ? null : active + numberOr(totals['archived_blocks'], 0),
    keywords: numberOr(totals['keywords'], null),
  };
}

/** What would have to be removed before the organization can be deleted; always asked anew. */
export function useContents(organizationId: string) {
  const { api, offers } = useShell();
  const key = useOrganizationKey();
  const count = offers('analytics.summary') ? sumContents : countContents;
  return useQuery({
    queryKey: key('contents', organizationId),
    queryFn: ({ signal }) => count(api, { scope: 'organization', organizationId }, signal),
    staleTime: 0,
    gcTime: 0,
  });
}
