/** Notes visits of people to workspaces. */
import { sql } from 'drizzle-orm';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Handle } from '../../../platform/database/database';
import { onlyRow } from '../../../platform/database/errors';

/** After so long without a call the next one begins another visit. */
const VISIT_MINUTES = 30;

/** Notes that the person is here. @returns since when changes are new to them; null at the first visit. */
export async function noteVisit(
  handle: Handle,
  userId: string,
  { visibilityScope, organizationId }: Ownership,
  isAllSeen: boolean,
): Promise<string | null> {
  // Two tabs at once: the second finds the row of the first, and changes no more than when it was seen.
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
