/** Counts the contents of an organization, which must be empty before it is deleted. */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { useQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useOrganizationKey } from './organizations';

export interface OrganizationContents {
  agents: number;
  /** Including archived ones. */
  memories: number;
  archived: number;
  keywords: number;
}

async function countContents(
  api: ApiClient,
  scope: ActiveScope,
  signal: AbortSignal,
): Promise<OrganizationContents> {
  const { totals } = await api.call('GET /analytics/summary', { scope, signal });
  return {
    agents: totals.agents,
    memories: totals.memory_blocks + totals.archived_blocks,
    archived: totals.archived_blocks,
    keywords: totals.keywords,
  };
}

/** Contents that block the deletion of an organization; never cached. */
export function useOrganizationContents(organizationId: string) {
  const { api } = useShell();
  const key = useOrganizationKey();
  return useQuery({
    queryKey: key('contents', organizationId),
    queryFn: ({ signal }) => countContents(api, { scope: 'organization', organizationId }, signal),
    staleTime: 0,
    gcTime: 0,
  });
}
