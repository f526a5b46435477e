/** Lists and counts the activity of agents. */
import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, max, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ActivityKind, AgentActivity, MissedQuestion } from '@hindsight/shared-contracts/api';
import type { VisibleActivity } from '../rules/agentActivity';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { allConditions } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { readableBlocks } from '../../../platform/database/readable';
import { agentActivity as activity } from '../../../schema/agentActivity';
import { agents } from '../../../schema/memory';
import { wireTime } from '../../../platform/http/wire';

/** Filters for visible rows; an undefined field does not filter. */
export interface ActivityFilter {
  visible: VisibleActivity | RowFilter;
  agentId?: string | undefined;
  tokenId?: string | undefined;
  kind?: ActivityKind | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

const ownRows = (userId: string) => and(eq(activity.userId, userId), isNull(activity.organizationId));

/** SQL condition for the rows that a caller may see, in one workspace (`rows`) or in all of them. */
export function visibleActivityCondition(visible: VisibleActivity | RowFilter): SQL {
  if ('rows' in visible) {
    if (visible.rows === 'owned') return ownRows(visible.ownerUserId) ?? sql`false`;
    if (visible.rows === 'organizations')
      return inArray(activity.organizationId, [...visible.organizationIds]);
    return sql`false`;
  }
  const { userId, organizationIds: ids } = visible;
  return (
    or(
      userId === null ? undefined : ownRows(userId),
      ids === 'all' ? isNotNull(activity.organizationId) : undefined,
      ids !== 'all' && ids.length > 0 ? inArray(activity.organizationId, [...ids]) : undefined,
    ) ?? sql`false`
  );
}

const buildCondition = ({ visible, agentId, tokenId, kind, since, until }: ActivityFilter) =>
  allConditions(
    visibleActivityCondition(visible),
    agentId === undefined ? undefined : eq(activity.agentId, agentId),
    tokenId === undefined ? undefined : eq(activity.tokenId, tokenId),
    // Redundant, but lets the planner use the partial index for the rare kinds.
    kind === undefined || kind === 'read' ? undefined : sql`${activity.kind} <> 'read'`,
    kind === undefined ? undefined : eq(activity.kind, kind),
    since === undefined ? undefined : gte(activity.createdAt, since),
    until === undefined ? undefined : lt(activity.createdAt, until),
  );

/** Query for the page after a cursor, fetching one extra row to detect a next page. Separate, so that a test can check its plan. */
export function activityPage(
  handle: Handle,
  { cursor, limit, ...filter }: ActivityFilter & { cursor?: string | undefined; limit: number },
) {
  const [at, id] = cursor?.split('_') ?? [];
  const after =
    at && id ? sql`(${activity.createdAt}, ${activity.id}) < (${at}::timestamptz, ${id}::bigint)` : undefined;
  return handle
    .select()
    .from(activity)
    .where(allConditions(buildCondition(filter), after))
    .orderBy(desc(activity.createdAt), desc(activity.id))
    .limit(limit + 1);
}

type Row = typeof activity.$inferSelect;

/** How long after a search an opened or rated memory counts as chosen from it. */
const CHOSEN_WITHIN = sql`interval '30 minutes'`;

/** For searches, by id: the memories that were opened or rated afterwards. */
async function loadChosenMemories(handle: Handle, searches: readonly Row[]): Promise<Map<number, string[]>> {
  if (searches.length === 0) return new Map();
  const { rows } = await handle.execute<{ id: string; chosen: string[] }>(sql`
    select search.id, array_agg(distinct later.memory_ids[1]) as chosen
    from agent_activity as search join agent_activity as later on later.token_id = search.token_id
      and later.created_at between search.created_at and search.created_at + ${CHOSEN_WITHIN}
    where search.id = any(${`{${searches.map(({ id }) => id).join(',')}}`}::bigint[])
      and later.agent_id is not distinct from search.agent_id
      and later.action in ('open', 'feedback') and later.kind <> 'refused' and later.memory_ids[1] = any(search.memory_ids)
    group by search.id`);
  return new Map(rows.map((row) => [Number(row.id), row.chosen]));
}

const PREVIEW = 300;

/** Beginnings of memories, by id, limited to those that the caller may read. */
async function loadPreviews(handle: Handle, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await handle.execute<{ id: string; preview: string }>(sql`
    select memory_blocks.id, left(coalesce(nullif(btrim(memory_blocks.content), ''), memory_blocks.lessons_learned, ''), ${PREVIEW}) as preview
    from ${readableBlocks} where memory_blocks.id = any(${`{${[...new Set(ids)].join(',')}}`}::uuid[])`);
  return new Map(rows.map(({ id, preview }) => [id, preview]));
}

/** One page, newest first. */
export async function listActivity(
  handle: Handle,
  options: ActivityFilter & { cursor?: string | undefined; limit: number },
): Promise<{ items: AgentActivity[]; next_cursor: string | null }> {
  const found = await activityPage(handle, options);
  const rows = found.slice(0, options.limit);
  const chosen = await loadChosenMemories(
    handle,
    rows.filter(({ action, kind }) => action === 'search' && kind === 'read'),
  );
  const previews = await loadPreviews(
    handle,
    rows.flatMap(({ memoryIds }) => memoryIds),
  );
  const items = rows.map((row): AgentActivity => ({
    id: row.id,
    at: wireTime(row.createdAt),
    agent_id: row.agentId,
    token_id: row.tokenId,
    token_name: row.tokenName,
    client: row.client,
    kind: row.kind,
    action: row.action,
    call: row.call,
    query: row.query,
    search_type: row.searchType,
    hits: row.hits,
    memories: row.memoryIds.map((id) => ({
      id,
      preview: previews.get(id) ?? null,
      chosen: chosen.get(row.id)?.includes(id) ?? false,
    })),
    latency_ms: row.latencyMs,
    status: row.status,
    reason: row.reason,
  }));
  const last = items.at(-1);
  return { items, next_cursor: found.length > rows.length && last ? `${last.at}_${last.id}` : null };
}

const date = sql<string>`to_char(${activity.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
const countKind = (kind: ActivityKind) =>
  sql<number>`count(*) filter (where ${activity.kind} = ${kind})::int`;

/** Calls per day (UTC) without empty days, oldest first, and the tokens that made them. */
export async function summarizeActivity(handle: Handle, filter: ActivityFilter) {
  const condition = buildCondition(filter);
  const days = await handle
    .select({ date, read: countKind('read'), write: countKind('write'), refused: countKind('refused') })
    .from(activity)
    .where(condition)
    .groupBy(sql`1`)
    .orderBy(asc(sql`1`));
  const used = await handle
    .select({
      token_id: activity.tokenId,
      token_name: sql<string>`(array_agg(${activity.tokenName} order by ${activity.createdAt} desc))[1]`,
      client: sql<
        string | null
      >`(array_agg(${activity.client} order by ${activity.createdAt} desc) filter (where ${activity.client} is not null))[1]`,
      calls: count(),
      last_used_at: max(activity.createdAt),
    })
    .from(activity)
    .where(condition)
    .groupBy(activity.tokenId)
    .orderBy(desc(max(activity.createdAt)));
  const tokens = used.map((token) => ({ ...token, last_used_at: wireTime(token.last_used_at ?? '') }));
  return { days, tokens };
}

/** Calls per agent and day (UTC) without empty days, oldest first. */
export async function callsByAgent(handle: Handle, filter: ActivityFilter) {
  const rows = await handle
    .select({ agent_id: sql<string>`${activity.agentId}`, date, calls: count() })
    .from(activity)
    .where(and(buildCondition(filter), isNotNull(activity.agentId)))
    .groupBy(sql`1, 2`)
    .orderBy(asc(sql`1`), asc(sql`2`));
  const agentDays = new Map<string, { date: string; calls: number }[]>();
  for (const { agent_id: id, ...day } of rows) agentDays.set(id, [...(agentDays.get(id) ?? []), day]);
  return [...agentDays].map(([agent_id, days]) => ({ agent_id, days }));
}

/** Normalizes questions, so that those that differ only in case and whitespace are grouped. */
const question = sql`lower(regexp_replace(btrim(${activity.query}), '\\s+', ' ', 'g'))`;

/** Unanswered questions per day (UTC). */
export async function unansweredPerDay(handle: Handle, filter: ActivityFilter) {
  const isQuestion = sql`${activity.action} = 'search' and ${activity.kind} = 'read' and ${activity.query} <> ''`;
  return handle
    .select({ date, count: count() })
    .from(activity)
    .where(and(buildCondition(filter), isQuestion, eq(activity.hits, 0)))
    .groupBy(sql`1`);
}

/** Searches without a hit since a point in time, by agent, most frequent first; those that found something later are left out. */
export async function missedQuestions(
  handle: Handle,
  { limit, ...filter }: ActivityFilter & { limit: number },
): Promise<MissedQuestion[]> {
  const searches = sql`
    select ${question} as question, ${activity.query} as query, ${activity.agentId} as agent_id, ${activity.hits} as hits, ${activity.createdAt} as asked_at
    from ${activity} where ${buildCondition(filter)} and ${activity.action} = 'search' and ${activity.kind} = 'read' and ${activity.query} <> ''`;
  const { rows } = await handle.execute<{
    query: string;
    agent_id: string | null;
    agent_name: string | null;
    count: number;
    last_asked_at: string;
  }>(sql`
    with searches as (${searches}), missed as (
      select question, agent_id, count(*)::int as count, max(asked_at) as last_asked_at,
        (array_agg(query order by asked_at desc))[1] as query
      from searches where hits = 0 group by question, agent_id
    ), answered as (
      select question, max(asked_at) as at from searches where hits > 0 group by question
    )
    select missed.query, missed.agent_id, ${agents.name} as agent_name, missed.count, missed.last_asked_at
    from missed left join answered on answered.question = missed.question left join ${agents} on ${agents.id} = missed.agent_id
    where answered.at is null or answered.at < missed.last_asked_at
    order by missed.count desc, missed.last_asked_at desc, missed.question limit ${limit}`);
  return rows.map((row) => ({ ...row, last_asked_at: wireTime(row.last_asked_at) }));
}
