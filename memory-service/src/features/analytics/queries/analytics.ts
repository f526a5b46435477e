/** Statistics of a workspace, with one grouped query per kind of figure regardless of its size. */
import { sql } from 'drizzle-orm';
import type { AnalyticsSummary } from '@hindsight/shared-contracts/api';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { narrowingCondition } from '../../memory';
import { rowsAllowed } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import type { CallerCache } from '../../memory';
import { blockOfLink, readableBlocks, readableLinks } from '../../../platform/database/readable';
import { workspaceCounters } from '../../../schema/counters';
import { agents, keywords, memoryBlocks } from '../../../schema/memory';
import { readCounters } from '../../../platform/database/counters';
import { wireTime } from '../../../platform/http/wire';

const TOP_CONVERSATIONS = 10;
const TOP_KEYWORDS = 50;
const SUMMARY_DAYS = 90;

type Totals = Omit<AnalyticsSummary['totals'], 'agents' | 'keywords' | 'conversations'>;
type Feedback = AnalyticsSummary['feedback'];

/** Average of the ratings, or null without any. */
const mean = (sum: number, rated: number) => (rated > 0 ? sum / rated : null);

/** Sums the counters, in total and per agent. */
async function countBlocks(handle: Handle, rows: RowFilter) {
  const { rows: found } = await handle.execute<
    Record<string, number> & { agent_id: string; name: string }
  >(sql`
    select counters.*, agents.name from (
      select agent_id, sum(active)::float8 as active, sum(archived)::float8 as archived, sum(retrievals)::float8 as retrievals,
        sum(feedback)::float8 as feedback, sum(rated)::float8 as rated, sum(high)::float8 as high, sum(medium)::float8 as medium
      from workspace_tallies where ${rowsAllowed(workspaceCounters, rows)} group by agent_id
    ) as counters join agents on agents.id = counters.agent_id
    order by counters.active desc, lower(agents.name), agents.id`);
  const sum = (column: string) => found.reduce((total, row) => total + Number(row[column] ?? 0), 0);
  const active = sum('active');
  const rated = sum('rated');
  const totals: Totals = {
    memory_blocks: active,
    archived_blocks: sum('archived'),
    retrievals: sum('retrievals'),
    average_feedback_score: mean(sum('feedback'), rated),
  };
  const [high, medium] = [sum('high'), sum('medium')];
  const feedback: Feedback = { high, medium, low: rated - high - medium };
  const agentCounts: AnalyticsSummary['agents'] = found
    .filter((row) => Number(row['active']) > 0)
    .map((row) => ({
      agent_id: row.agent_id,
      agent_name: row.name,
      memory_block_count: Number(row['active']),
      average_feedback_score: mean(Number(row['feedback']), Number(row['rated'])),
      retrievals: Number(row['retrievals']),
    }));
  return { totals, feedback, agents: agentCounts };
}

/**
 * Busiest conversations and the total number, from one grouping. Separate, so that a test can check its plan. Like the daily series, it
 * includes archived blocks: archiving does not change history.
 */
export const conversationsStatement = (rows: RowFilter) => sql`
  select conversation_id, count(*)::int as memory_block_count, max(created_at) as last_activity,
    count(*) over ()::int as total
  from ${readableBlocks} where ${rowsAllowed(memoryBlocks, rows)}
  group by conversation_id
  order by memory_block_count desc, last_activity desc, conversation_id limit ${TOP_CONVERSATIONS}`;

async function countConversations(handle: Handle, rows: RowFilter) {
  const { rows: found } = await handle.execute<{
    conversation_id: string;
    memory_block_count: number;
    last_activity: string;
    total: number;
  }>(conversationsStatement(rows));
  const top = found.map(({ total: _total, last_activity: last, ...conversation }) => ({
    ...conversation,
    last_activity: wireTime(last),
  }));
  return { top, total: found[0]?.total ?? 0 };
}

async function countPerDay(handle: Handle, rows: RowFilter) {
  const first = sql`(date_trunc('day', now() at time zone 'UTC') - ${SUMMARY_DAYS - 1} * interval '1 day')`;
  const { rows: found } = await handle.execute<{ date: string; count: number }>(sql`
    with counted as (
      select (created_at at time zone 'UTC')::date as day, count(*)::int as count from ${readableBlocks}
      where ${rowsAllowed(memoryBlocks, rows)} and created_at >= ${first} at time zone 'UTC' group by day
    )
    select to_char(series, 'YYYY-MM-DD') as date, coalesce(counted.count, 0)::int as count
    from generate_series(${first}, date_trunc('day', now() at time zone 'UTC'), interval '1 day') as series
    left join counted on counted.day = series::date order by series`);
  return found;
}

async function countKeywords(handle: Handle, rows: RowFilter) {
  const { rows: found } = await handle.execute<AnalyticsSummary['keywords'][number]>(sql`
    select keywords.id as keyword_id, keywords.text as keyword_text, counted.uses as usage_count
    from (
      select link.keyword_id, count(*)::int as uses
      from ${readableLinks} where not link.archived and ${rowsAllowed(blockOfLink, rows)}
      group by link.keyword_id
    ) as counted join keywords on keywords.id = counted.keyword_id
    where ${rowsAllowed(keywords, rows)}
    order by counted.uses desc, lower(keywords.text), keywords.id limit ${TOP_KEYWORDS}`);
  return found;
}

async function countRows(
  handle: Handle,
  table: typeof agents | typeof keywords,
  rows: RowFilter,
): Promise<number> {
  return handle.$count(table, rowsAllowed(table, rows));
}

/** Figures that require a scan of the rows; cacheable until a block or link changes. */
async function countByScan(handle: Handle, rows: RowFilter) {
  return {
    conversations: await countConversations(handle, rows),
    created: await countPerDay(handle, rows),
    keywords: await countKeywords(handle, rows),
  };
}

/** All figures of the rows, from one consistent snapshot. */
export async function summarize(
  handle: Handle,
  rows: RowFilter,
  { cache, caller }: CallerCache,
): Promise<AnalyticsSummary> {
  const { totals, feedback, agents: agentCounts } = await countBlocks(handle, rows);
  const { changes } = await readCounters(handle, rows);
  const today = new Date().toISOString().slice(0, 10);
  const {
    conversations,
    created,
    keywords: words,
  } = await cache.get(`summary ${JSON.stringify([caller, rows, today])}`, changes, () =>
    countByScan(handle, rows),
  );
  return {
    totals: {
      ...totals,
      conversations: conversations.total,
      agents: await countRows(handle, agents, rows),
      keywords: await countRows(handle, keywords, rows),
    },
    agents: agentCounts,
    top_conversations: conversations.top,
    created_per_day: created,
    feedback,
    keywords: words,
    generated_at: new Date().toISOString(),
  };
}

/** Active blocks created since a point in time, by agent, highest count first. Matches the filter `created_after`. */
export async function newMemories(handle: Handle, rows: RowFilter, since: string) {
  const { rows: found } = await handle.execute<{
    agent_id: string;
    agent_name: string;
    memory_block_count: number;
    conversations: number;
  }>(sql`
    with fresh as (
      select agent_id, conversation_id from ${readableBlocks}
      where not archived and ${rowsAllowed(memoryBlocks, rows)} and ${narrowingCondition(rows, { createdAfter: since }, 'memory_blocks')}
    )
    select counted.agent_id, agents.name as agent_name, counted.count as memory_block_count,
      (select count(distinct conversation_id)::int from fresh) as conversations
    from (select agent_id, count(*)::int as count from fresh group by agent_id) as counted
    join agents on agents.id = counted.agent_id
    order by counted.count desc, lower(agents.name), agents.id`);
  return {
    total: found.reduce((sum, { memory_block_count: count }) => sum + count, 0),
    conversations: found[0]?.conversations ?? 0,
    agents: found.map(({ conversations: _, ...agent }) => agent),
  };
}
