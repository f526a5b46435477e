/** Compares the activity of a workspace in a range of days with the preceding range of equal length. */
import { sql } from 'drizzle-orm';
import type { AnalyticsDays } from '@hindsight/shared-contracts/api';
import { unansweredPerDay } from '../../agentActivity';
import { HIGH_SCORE } from '../../memory';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { inFilterTenants, rowsAllowed } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { blockOfLink, readableBlocks, readableLinks } from '../../../platform/database/readable';
import { keywords, memoryBlocks } from '../../../schema/memory';
import { onTenants } from '../../../platform/database/tenants';

const TOP_TOPICS = 10;
const DAY_MS = 86_400_000;

/** ISO-8601 date in UTC. */
const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10);

interface DaysOptions {
  rows: RowFilter;
  /** Length of the range in days, including today. */
  days: number;
  /** Whether the caller may see the queries of agents. */
  seesActivity: boolean;
  /** Retention of retrievals and agent activity in days; 0 keeps them forever. */
  kept: { retrievals: number; activity: number };
  /** Current time in milliseconds since 1970. */
  now: number;
}

/** Memories created since a day, by day, including archived ones. */
async function countCreated(handle: Handle, rows: RowFilter, since: string) {
  const { rows: found } = await handle.execute<{ date: string; count: number }>(sql`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as date, count(*)::int as count
    from ${readableBlocks} where ${rowsAllowed(memoryBlocks, rows)} and created_at >= ${since}::timestamptz group by 1`);
  return found;
}

/** Retrievals since a day, by day and agent. */
async function countRetrieved(handle: Handle, rows: RowFilter, since: string) {
  const { rows: found } = await handle.execute<{
    date: string;
    agent_id: string;
    retrieved: number;
    helpful: number;
  }>(sql`
    select to_char(event.created_at at time zone 'UTC', 'YYYY-MM-DD') as date, memory_blocks.agent_id, count(*)::int as retrieved,
      (count(*) filter (where memory_blocks.feedback_score >= ${HIGH_SCORE}))::int as helpful
    from retrieval_events as event join ${readableBlocks} on memory_blocks.id = event.memory_block_id
    where event.created_at >= ${since}::timestamptz and ${inFilterTenants(sql`event.tenant_id`, rows)} and ${rowsAllowed(memoryBlocks, rows)}
    group by 1, 2`);
  return found;
}

/** Keywords of the memories created since `first`, and of those created between `since` and `first`. */
async function countTopics(handle: Handle, rows: RowFilter, since: string, first: string) {
  const { rows: found } = await handle.execute<AnalyticsDays['topics'][number]>(sql`
    select keywords.id as keyword_id, keywords.text as keyword_text, counted.memory_block_count, counted.before
    from (
      select link.keyword_id, (count(*) filter (where memory_blocks.created_at >= ${first}::timestamptz))::int as memory_block_count,
        (count(*) filter (where memory_blocks.created_at < ${first}::timestamptz))::int as before
      from ${readableLinks} join ${readableBlocks} on memory_blocks.id = link.memory_block_id
        and ${onTenants(rows)('memory_blocks.tenant_id')}
      where ${rowsAllowed(blockOfLink, rows)} and memory_blocks.created_at >= ${since}::timestamptz
      group by link.keyword_id
    ) as counted join keywords on keywords.id = counted.keyword_id
    where counted.memory_block_count > 0 and ${rowsAllowed(keywords, rows)}
    order by counted.memory_block_count desc, lower(keywords.text), keywords.id limit ${TOP_TOPICS}`);
  return found;
}

/** @returns the days of the range, the totals of the preceding range, and the agents and keywords of both. */
export async function summarizeDays(handle: Handle, options: DaysOptions): Promise<AnalyticsDays> {
  const { rows, days, seesActivity, kept, now } = options;
  const dates = Array.from({ length: 2 * days }, (_, n) => dayText(now - (2 * days - 1 - n) * DAY_MS));
  const [since, first] = [`${dates[0]}T00:00:00Z`, `${dates[days]}T00:00:00Z`];
  const created = new Map((await countCreated(handle, rows, since)).map(({ date, count }) => [date, count]));
  const retrievals = await countRetrieved(handle, rows, since);
  const missed = new Map(
    (seesActivity ? await unansweredPerDay(handle, { visible: rows, since }) : []).map(
      ({ date, count }) => [date, count] as const,
    ),
  );
  const counts = dates.map((date) => ({
    date,
    created: created.get(date) ?? 0,
    retrieved: 0,
    helpful: 0,
    unanswered: seesActivity ? (missed.get(date) ?? 0) : null,
  }));
  const byDate = new Map(counts.map((day) => [day.date, day]));
  const agents = new Map<string, AnalyticsDays['agents'][number]>();
  for (const { date, agent_id, retrieved, helpful } of retrievals) {
    const day = byDate.get(date);
    if (day) Object.assign(day, { retrieved: day.retrieved + retrieved, helpful: day.helpful + helpful });
    if (date < dates[days]!) continue;
    const agent = agents.get(agent_id) ?? { agent_id, retrieved: 0, helpful: 0 };
    agents.set(agent_id, {
      agent_id,
      retrieved: agent.retrieved + retrieved,
      helpful: agent.helpful + helpful,
    });
  }
  const earlier = counts.slice(0, days);
  const sum = (key: 'created' | 'retrieved' | 'helpful' | 'unanswered') =>
    earlier.reduce((total, day) => total + (day[key] ?? 0), 0);
  const reaches = (keptDays: number) => keptDays === 0 || keptDays >= 2 * days;
  return {
    days: counts.slice(days),
    before: {
      created: sum('created'),
      retrieved: reaches(kept.retrievals) ? sum('retrieved') : null,
      helpful: reaches(kept.retrievals) ? sum('helpful') : null,
      unanswered: seesActivity && reaches(kept.activity) ? sum('unanswered') : null,
    },
    agents: [...agents.values()].sort((a, b) => b.helpful - a.helpful || b.retrieved - a.retrieved),
    topics: await countTopics(handle, rows, since, first),
  };
}
