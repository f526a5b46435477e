/** The audit trail of an organization: page by page, and all of it for a file. */
import type { AuditEntry } from '@hindsight/shared-contracts/api';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { MAX_PAGE_SIZE, type AuditKind } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { withoutRepeats, type PersonOption } from '../model/auditTrail';
import { useOrganizationKey } from './organizations';

/** Entries of one page. */
const AUDIT_PAGE = 50;

export interface AuditFilters {
  kind?: AuditKind;
  /** Who acted. */
  person?: PersonOption;
  /** First and last moment, ISO in UTC. */
  from?: string | null;
  to?: string | null;
}

interface LoadedTrail {
  entries: readonly AuditEntry[];
  /** How many were answered: where the next page begins. */
  read: number;
  hasMore: boolean;
}

function useAskAudits(organizationId: string, { kind, person, from, to }: AuditFilters) {
  const { api } = useShell();
  return (skip: number, limit: number, signal?: AbortSignal) =>
    api.call('GET /audits/', {
      query: {
        organization_id: organizationId,
        kind,
        user_id: person?.[0],
        since: from ?? undefined,
        until: to ?? undefined,
        skip,
        limit,
      },
      signal,
      scope: false,
    });
}

const appendPage = ({ entries, read }: LoadedTrail, page: readonly AuditEntry[]): LoadedTrail => ({
  entries: withoutRepeats([...entries, ...page]),
  read: read + page.length,
  hasMore: page.length === AUDIT_PAGE,
});

/**
 * The newest entries, and older ones on demand. They are loaded again with every opening and not refreshed meanwhile: a newer first page
 * would leave a gap before the second.
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
      appendPage({ entries: [], read: 0, hasMore: true }, await ask(0, AUDIT_PAGE, signal)),
    staleTime: Infinity,
    gcTime: 0,
  });
  const more = useMutation({
    mutationFn: ({ read }: { read: number; into: typeof queryKey }) => ask(read, AUDIT_PAGE),
    // The filters may have changed since it was asked for.
    onSuccess: (page, { into }) =>
      queries.setQueryData<LoadedTrail>(into, (loaded) => loaded && appendPage(loaded, page)),
  });
  return {
    trail,
    /** Older entries; the outcome of the last call. */
    more,
    loadMore: () => trail.data && more.mutate({ read: trail.data.read, into: queryKey }),
  };
}

/** Everything that the filters leave, for a file. */
export function useWholeAuditTrail(organizationId: string, filters: AuditFilters) {
  const ask = useAskAudits(organizationId, filters);
  return useMutation({
    mutationFn: async () => {
      const entries: AuditEntry[] = [];
      for (;;) {
        const page = await ask(entries.length, MAX_PAGE_SIZE);
        entries.push(...page);
        if (page.length < MAX_PAGE_SIZE) return withoutRepeats(entries);
      }
    },
  });
}
