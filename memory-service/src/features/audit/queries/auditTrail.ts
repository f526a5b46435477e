/** Reads the audit trail with the names of actors and targets. */
import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AuditEntry } from '@hindsight/shared-contracts/api';
import { AUDIT_ACTIONS, type AuditKind } from '@hindsight/shared-contracts/rules';
import type { Handle } from '../../../platform/database/database';
import { readableAgents, readableBlocks, readableKeywords } from '../../../platform/database/readable';
import { audits } from '../../../schema/activity';
import { wireObject, wireTime } from '../../../platform/http/wire';
import { READ_FOR_TITLE, deriveTitle } from '../../memory';
import { allConditions, rowsAllowed, uuids } from '../../../platform/database/conditions';
import { afterPlace, type Place } from '../../../platform/http/keyset';
import { keywords, memoryBlocks } from '../../../schema/memory';

export interface AuditFilter {
  organizationId: string | undefined;
  userId: string | undefined;
  kind: AuditKind | undefined;
  targetType: string | undefined;
  targetId: string | undefined;
  since: string | undefined;
  until: string | undefined;
  after: Place | undefined;
  skip: number;
  limit: number;
}

type AuditRow = Omit<AuditEntry, 'actor_name' | 'target_name'> & {
  actor_name: string | null;
  target_name: string | null;
  block_id: string | null;
};

const nameExpression = (person: 'actor' | 'person') =>
  sql.raw(`coalesce(nullif(${person}.display_name, ''), ${person}.email)`);

/** Limits names to targets still in the organization: after a move, a new name belongs to the new owner. */
const here = (table: string) => sql.raw(`${table}.organization_id = entry.organization_id`);

/** One page, newest first, and the total number of matching entries. */
export async function listAudits(
  handle: Handle,
  filter: AuditFilter,
): Promise<{ items: AuditEntry[]; total: number }> {
  const condition = and(
    filter.organizationId ? eq(audits.organizationId, filter.organizationId) : undefined,
    filter.userId ? eq(audits.actorUserId, filter.userId) : undefined,
    filter.kind ? inArray(audits.actionType, [...AUDIT_ACTIONS[filter.kind]]) : undefined,
    filter.targetType ? eq(audits.targetType, filter.targetType) : undefined,
    filter.targetId ? eq(audits.targetId, filter.targetId) : undefined,
    filter.since ? sql`${audits.createdAt} >= ${filter.since}::timestamptz` : undefined,
    filter.until ? sql`${audits.createdAt} <= ${filter.until}::timestamptz` : undefined,
  );
  const [counted] = await handle.select({ total: count() }).from(audits).where(condition);
  const { rows } = await handle.execute<AuditRow & Record<string, unknown>>(sql`
    with entry as (
      select * from audits where ${allConditions(condition, afterPlace(filter.after, sql`created_at`, sql`id`))}
      order by created_at desc, id desc limit ${filter.limit} offset ${filter.skip}
    )
    select entry.id, entry.action_type, entry.status::text as status, entry.target_type, entry.target_id, entry.organization_id, entry.actor_user_id,
      entry.reason, entry.metadata, entry.created_at::text as created_at,
      -- Not the database's own number: it would count the writes of all workspaces.
      (select min(first.id::text) from audits as first
        where first.transaction_id = entry.transaction_id and first.organization_id is not distinct from entry.organization_id) as transaction_id,
      -- Who declines stays the stranger that was invited: the entry does not show the name of their account.
      case entry.action_type when 'invitation_decline' then invitation.email else ${nameExpression('actor')} end as actor_name,
      coalesce(${nameExpression('person')}, invitation.email, agents.name, case entry.target_type
        when 'agent' then coalesce(entry.metadata->>'agent_name', entry.metadata#>>'{new,agent_name}', entry.metadata->>'name')
        when 'keyword' then entry.metadata->>'text'
        when 'personal_access_token' then entry.metadata->>'name' end) as target_name,
      case when entry.target_type = 'memory_block' then entry.target_id else (entry.metadata->>'memory_block_id')::uuid end as block_id
    from entry
    left join users as actor on actor.id = entry.actor_user_id
    left join users as person on entry.target_type = 'user' and person.id = entry.target_id
    left join invitations as invitation on entry.target_type = 'invitation' and invitation.id = entry.target_id and ${here('invitation')}
    left join ${readableAgents} on entry.target_type = 'agent' and agents.id = entry.target_id and ${here('agents')}
    order by entry.created_at desc, entry.id desc`);
  const names = await loadTargetNames(handle, rows);
  const items = await Promise.all(rows.map((row) => toWire(row, names)));
  return { items, total: counted?.total ?? 0 };
}

interface Names {
  /** Beginnings of memories, for their titles, by organization and id. */
  texts: ReadonlyMap<string, string>;
  keywords: ReadonlyMap<string, string>;
}

/** Names of the memories and keywords that are still in the organization of their entry. */
async function loadTargetNames(handle: Handle, rows: readonly AuditRow[]): Promise<Names> {
  const [texts, names] = [new Map<string, string>(), new Map<string, string>()];
  for (const organizationId of new Set(rows.map((row) => row.organization_id))) {
    if (organizationId === null) continue;
    const own = rows.filter((row) => row.organization_id === organizationId);
    const place = { rows: 'organizations', organizationIds: [organizationId] } as const;
    const blockIds = own.flatMap((row) => row.block_id ?? []);
    const keywordIds = own.flatMap((row) => (row.target_type === 'keyword' ? (row.target_id ?? []) : []));
    const read = async (query: SQL) => (await handle.execute<{ id: string; text: string }>(query)).rows;
    if (blockIds.length > 0)
      for (const { id, text } of await read(sql`
        select id, left(content, ${READ_FOR_TITLE}) as text from ${readableBlocks}
        where id = any (${uuids(blockIds)}) and ${rowsAllowed(memoryBlocks, place)}`))
        texts.set(`${organizationId} ${id}`, text);
    if (keywordIds.length > 0)
      for (const { id, text } of await read(sql`
        select id, text from ${readableKeywords} where id = any (${uuids(keywordIds)}) and ${rowsAllowed(keywords, place)}`))
        names.set(`${organizationId} ${id}`, text);
  }
  return { texts, keywords: names };
}

async function toWire(
  { block_id: blockId, ...row }: AuditRow,
  { texts, keywords: names }: Names,
): Promise<AuditEntry> {
  const text = texts.get(`${row.organization_id} ${blockId}`);
  const title = text === undefined ? undefined : await deriveTitle(text);
  const keyword =
    row.target_type === 'keyword' ? names.get(`${row.organization_id} ${row.target_id}`) : undefined;
  return {
    ...row,
    metadata: wireObject(row.metadata),
    created_at: wireTime(row.created_at),
    target_name: title || (keyword ?? row.target_name),
  };
}
