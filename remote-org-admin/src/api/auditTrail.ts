/** Queries of an organization's audit trail: page by page, or in full for a download. */
import type { AuditEntry } from '@hindsight/shared-contracts/api';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { MAX_PAGE_SIZE, type AuditKind } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import type { PersonOption } from '../model/auditTrail';
import { useOrganizationKey } from './organizations';

const AUDIT_PAGE = 50;

export interface AuditFilters {
  kind?: AuditKind;
  /** The actor. */
  person?: PersonOption;
  /** Start and end of the range, ISO in UTC. */
  from?: string | null;
  to?: string | null;
}

interface LoadedTrail {
  entries: readonly AuditEntry[];
  hasMore: boolean;
}

function useAskAudits(organizationId: string, { kind, person, from, to }: AuditFilters) {
  const { api } = useShell();
  return (last: AuditEntry | undefined, limit: number, signal?: AbortSignal) =>
    api.call('GET /audits/', {
      query: {
        organization_id: organizationId,
        kind,
        user_id: person?.[0],
        since: from ?? undefined,
        until: to ?? undefined,
        ...(last && { after: `${last.created_at}_${last.id}` }),
        limit,
      },
      signal,
      scope: false,
    });
}

const appendPage = ({ entries }: LoadedTrail, page: readonly AuditEntry[]): LoadedTrail => ({
  entries: [...entries, ...page],
  hasMore: page.length === AUDIT_PAGE,
});

/**
 * The newest entries, with older ones on demand. Reloaded on every visit but not refreshed in between: a newer first page would leave a gap
 * before the second.
 */
export function useAuditTrail(organizationId: string, filters: AuditFilters) {
  const queries = useQueryClient();
  const ask = useAskAudits(organizationId, filters);
  const queryKey = useOrganizationKey()(
    organizationId,
    'audit-trail',
    filters.kind ?? '',
    filters.person?.[0] ?? '',
    `${filters.from ?? ''}..${filters.to ?? ''}`,
  );
  const trail = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      appendPage({ entries: [], hasMore: true }, await ask(undefined, AUDIT_PAGE, signal)),
    staleTime: Infinity,
    gcTime: 0,
  });
  const more = useMutation({
    mutationFn: ({ last }: { last: AuditEntry | undefined; into: typeof queryKey }) => ask(last, AUDIT_PAGE),
    // The filters may have changed since the request.
    onSuccess: (page, { into }) =>
      queries.setQueryData<LoadedTrail>(into, (loaded) => loaded && appendPage(loaded, page)),
  });
  return {
    trail,
    /** State of the latest request for older entries. */
    more,
    loadMore: () => trail.data && more.mutate({ last: trail.data.entries.at(-1), into: queryKey }),
  };
}

/** All entries that match the filters, for a download. */
export function useWholeAuditTrail(organizationId: string, filters: AuditFilters) {
  const ask = useAskAudits(organizationId, filters);
  return useMutation({
    mutationFn: async () => {
      const entries: AuditEntry[] = [];
      for (;;) {
        const page = await ask(entries.at(-1), MAX_PAGE_SIZE);
        entries.push(...page);
        if (page.length < MAX_PAGE_SIZE) return entries;
      }
    },
  });
}
