/** Records visits of people to workspaces. */
import { sql } from 'drizzle-orm';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Handle } from '../../../platform/database/database';
import { onlyRow } from '../../../platform/database/errors';

/** Minutes without a request after which the next one starts another visit. */
const VISIT_MINUTES = 30;

/** Records a visit. @returns since when changes are new to the person; null on the first visit. */
export async function recordVisit(
  handle: Handle,
  userId: string,
  { visibilityScope, organizationId }: Ownership,
  isAllSeen: boolean,
): Promise<string | null> {
  // With two tabs at once, the second finds the row of the first and changes only the time it was seen.
  const { rows } = await handle.execute<{ new_since: string | null }>(sql`
    insert into visits (user_id, tenant_id, visibility_scope, organization_id, new_since)
    values (${userId}, ${organizationId ?? userId}, ${visibilityScope}, ${organizationId}, ${isAllSeen ? sql`now()` : null})
    on conflict (user_id, visibility_scope, coalesce(organization_id::text, '')) do update set
      new_since = case
        when ${isAllSeen} then now()
        when visits.last_seen_at < now() - ${VISIT_MINUTES} * interval '1 minute' then visits.last_seen_at
        else visits.new_since
      end,
      last_seen_at = now()
    returning new_since`);
  return onlyRow(rows).new_since;
}
