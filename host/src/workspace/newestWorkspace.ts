/** Where a person starts who has not chosen a workspace. */
import type { Organization } from '@hindsight/shared-contracts/api';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { PERSONAL_SCOPE, type ActiveScope } from '@hindsight/shared-contracts/events';

/** Milliseconds: a slow answer must not keep the page closed. */
const WAIT_AT_MOST = 2000;

/** @returns the workspace with the newest memory; the personal one where none has any, or where they cannot be compared in time. */
export async function newestWorkspace(
  api: ApiClient,
  organizations: readonly Organization[],
): Promise<ActiveScope> {
  const signal = AbortSignal.timeout(WAIT_AT_MOST);
  const scopes: ActiveScope[] = [
    PERSONAL_SCOPE,
    ...organizations.map(({ id }): ActiveScope => ({ scope: 'organization', organizationId: id })),
  ];
  const newest = async (scope: ActiveScope) => {
    const query = { limit: 1, sort_by: 'created_at', sort_order: 'desc' } as const;
    const { items } = await api.call('GET /memory-blocks/', { query, scope, signal });
    return { scope, at: Date.parse(items[0]?.created_at ?? '') || 0 };
  };
  // An organization that cannot be read is none to start in.
  const found = await Promise.all(scopes.map((scope) => newest(scope).catch(() => ({ scope, at: 0 }))));
  return found.reduce((best, one) => (one.at > best.at ? one : best)).scope;
}
