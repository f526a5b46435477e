/** Changes and retrievals of the memories of a conversation since they were written. */
import { sql } from 'drizzle-orm';
import type { ConversationEvent } from '@hindsight/shared-contracts/api';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { IN_ITS_WORKSPACE } from './blockVersions';
import { rowsAllowed } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { readableBlocks } from '../../../platform/database/readable';
import { memoryBlocks } from '../../../schema/memory';
import { wireTime } from '../../../platform/http/wire';
import { onTenants } from '../../../platform/database/tenants';
import { displayNames } from '../../../platform/auth/users';

/** Whose retrievals to show: everybody's, those by one person's tokens, or none. */
export type RetrievalsShown = 'all' | 'none' | { of: string };

interface ConversationEventOptions {
  rows: RowFilter;
  conversationId: string;
  retrievals: RetrievalsShown;
  since?: string | undefined;
  until?: string | undefined;
  skip: number;
  limit: number;
}

type EventRow = Omit<ConversationEvent, 'actor_name'> & {
  token_name: string | null;
  actor_user_id: string | null;
  total: number;
};

/** One page, oldest first. The hits of one search in the conversation form one event. */
export async function conversationEvents(
  handle: Handle,
  { rows, conversationId, retrievals, since, until, skip, limit }: ConversationEventOptions,
): Promise<{ items: ConversationEvent[]; total: number }> {
  const shown =
    typeof retrievals === 'object'
      ? sql`event.user_id = ${retrievals.of}::uuid`
      : sql`${retrievals === 'all'}`;
  const found = await handle.execute<EventRow & Record<string, unknown>>(sql`
    with block as (
      select id, visibility_scope, owner_user_id, organization_id from ${readableBlocks}
      where conversation_id = ${conversationId}::uuid and ${rowsAllowed(memoryBlocks, rows)}
    ), events as (
      select 'changed' as kind, version.created_at as at, array[block.id] as ids, version.reason, null::text as query,
        null::text as token_name, version.actor_user_id
      from block join memory_block_versions as version on version.memory_block_id = block.id and ${onTenants(rows)('version.tenant_id')} and ${IN_ITS_WORKSPACE}
      union all
      select 'retrieved', event.created_at, array_agg(distinct block.id), null, event.query, nullif(event.token_name, ''), null
      from block join retrieval_events as event on event.memory_block_id = block.id and ${onTenants(rows)('event.tenant_id')} and ${shown}
      group by event.created_at, event.token_id, event.token_name, event.kind, event.query
    )
    select kind, at::text as at, ids::text[] as memory_block_ids, reason, query, token_name, actor_user_id, (count(*) over ())::int as total
    from events where (${since ?? null}::timestamptz is null or at >= ${since ?? null}::timestamptz)
      and (${until ?? null}::timestamptz is null or at < ${until ?? null}::timestamptz)
    order by events.at, kind, ids limit ${limit} offset ${skip}`);
  const names = await displayNames(
    handle,
    found.rows.map((row) => row.actor_user_id),
  );
  return {
    items: found.rows.map(({ total: _total, token_name: token, actor_user_id: actor, at, ...event }) => ({
      ...event,
      actor_name: token ?? names.get(actor ?? '') ?? null,
      at: wireTime(at),
    })),
    total: found.rows[0]?.total ?? 0,
  };
}
