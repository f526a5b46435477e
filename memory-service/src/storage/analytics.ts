/** Counts what a workspace holds: one grouped query for each kind of figure, whatever its size. */
import { sql } from 'drizzle-orm';
import type { AnalyticsSummary } from '@hindsight/shared-contracts/api';
import type { RowFilter } from '../domain/permissions';
import { rowsAllowed } from './conditions';
import type { Handle } from './database';
import { agents, keywords, memoryBlocks } from './schema/memory';
import { wireTime } from './wire';

/** Days of the series, today included. */
export const DAYS = 90;
const TOP_CONVERSATIONS = 10;
const TOP_KEYWORDS = 50;

type Totals = Omit<AnalyticsSummary['totals'], 'agents' | 'keywords'>;
type Feedback = AnalyticsSummary['feedback'];

async function countBlocks(handle: Handle, rows: RowFilter): Promise<{ totals: Totals; feedback: Feedback }> {
  const { rows: found } = await handle.execute<Totals & Feedback>(sql`
    select count(*) filter (where not archived)::int as memory_blocks,
      count(*) filter (where archived)::int as archived_blocks,
      coalesce(sum(retrieval_count) filter (where not archived), 0)::float8 as retrievals,
      (avg(feedback_score) filter (where not archived))::float8 as average_feedback_score,
      count(*) filter (where not archived and feedback_score >= 80)::int as high,
      count(*) filter (where not archived and feedback_score between 60 and 79)::int as medium,
      count(*) filter (where not archived and feedback_score < 60)::int as low
    from memory_blocks where ${rowsAllowed(memoryBlocks, rows)}`);
  const [row] = found;
  if (!row) throw new Error('A count returned no row.');
  const { high, medium, low, ...totals } = row;
  return { totals, feedback: { high, medium, low } };
}

/** The busiest conversations and the number of all, from one grouping. */
async function countConversations(handle: Handle, rows: RowFilter) {
  const { rows: found } = await handle.execute<{
    conversation_id: string;
    memory_block_count: number;
    last_activity: string;
    total: number;
  }>(sql`
    select conversation_id, count(*)::int as memory_block_count, max(created_at) as last_activity,
      count(*) over ()::int as total
    from memory_blocks where not archived and ${rowsAllowed(memoryBlocks, rows)}
    group by conversation_id
    order by memory_block_count desc, last_activity desc, conversation_id limit ${TOP_CONVERSATIONS}`);
  const top = found.map(({ total: _total, last_activity: last, ...conversation }) => ({
    ...conversation,
    last_activity: wireTime(last),
  }));
  return { top, total: found[0]?.total ?? 0 };
}

async function countByAgent(handle: Handle, rows: RowFilter) {
  const { rows: found } = await handle.execute<AnalyticsSummary['agents'][number]>(sql`
    select agents.id as agent_id, agents.name as agent_name, counted.blocks as memory_block_count,
      counted.score as average_feedback_score, counted.retrievals
    from (
      select agent_id, count(*)::int as blocks, avg(feedback_score)::float8 as score,
        sum(retrieval_count)::float8 as retrievals
      from memory_blocks
      where not archived and ${rowsAllowed(memoryBlocks, rows)} group by agent_id
    ) as counted join agents on agents.id = counted.agent_id
    order by counted.blocks desc, lower(agents.name), agents.id`);
  return found;
}

async function countPerDay(handle: Handle, rows: RowFilter) {
  const { rows: found } = await handle.execute<{ date: string; count: number }>(sql`
    with counted as (
      select (created_at at time zone 'UTC')::date as day, count(*)::int as count from memory_blocks
      where not archived and ${rowsAllowed(memoryBlocks, rows)}
        and created_at >= (date_trunc('day', now() at time zone 'UTC') - ${DAYS - 1} * interval '1 day') at time zone 'UTC'
      group by day
    )
    select to_char(series, 'YYYY-MM-DD') as date, coalesce(counted.count, 0)::int as count
    from generate_series(
      date_trunc('day', now() at time zone 'UTC') - ${DAYS - 1} * interval '1 day',
      date_trunc('day', now() at time zone 'UTC'), interval '1 day') as series
    left join counted on counted.day = series::date order by series`);
  return found;
}

async function countKeywords(handle: Handle, rows: RowFilter) {
  const { rows: found } = await handle.execute<AnalyticsSummary['keywords'][number]>(sql`
    select keywords.id as keyword_id, keywords.text as keyword_text, counted.uses as usage_count
    from (
      select link.keyword_id, count(*)::int as uses
      from memory_block_keywords as link
      join memory_blocks on memory_blocks.id = link.memory_block_id
      where not memory_blocks.archived and ${rowsAllowed(memoryBlocks, rows)}
      group by link.keyword_id
    ) as counted join keywords on keywords.id = counted.keyword_id
    where ${rowsAllowed(keywords, rows)}
    order by counted.uses desc, lower(keywords.text), keywords.id limit ${TOP_KEYWORDS}`);
  return found;
}

async function countOf(
  handle: Handle,
  table: typeof agents | typeof keywords,
  rows: RowFilter,
): Promise<number> {
  return handle.$count(table, rowsAllowed(table, rows));
}

/** All figures of the rows, from one view of the data. */
export async function summarise(handle: Handle, rows: RowFilter): Promise<AnalyticsSummary> {
  const { totals, feedback } = await countBlocks(handle, rows);
  const conversations = await countConversations(handle, rows);
  return {
    totals: {
      ...totals,
      conversations: conversations.total,
      agents: await countOf(handle, agents, rows),
      keywords: await countOf(handle, keywords, rows),
    },
    agents: await countByAgent(handle, rows),
    top_conversations: conversations.top,
    created_per_day: await countPerDay(handle, rows),
    feedback,
    keywords: await countKeywords(handle, rows),
    generated_at: new Date().toISOString(),
  };
}
