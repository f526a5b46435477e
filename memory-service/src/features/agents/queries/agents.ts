/** Reads agents. */
import { asc, count, desc, sql } from 'drizzle-orm';
import type { Agent } from '@hindsight/shared-contracts/api';
import type { VisibleActivity } from '../../agentActivity';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { visibleActivityCondition } from '../../agentActivity';
import { allConditions, rowsAllowed } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { jsonRows } from '../../../platform/http/jsonRows';
import { readableBlocks } from '../../../platform/database/readable';
import { agentActivity } from '../../../schema/agentActivity';
import { workspaceCounters } from '../../../schema/counters';
import { agents, memoryBlocks } from '../../../schema/memory';
import { wireTime, wireTimeOrNull } from '../../../platform/http/wire';
import { afterPlace, type Place } from '../../../platform/http/keyset';

export interface AgentListOptions {
  rows: RowFilter;
  skip: number;
  limit: number;
  sortBy: 'created_at' | 'updated_at' | 'agent_name';
  descending: boolean;
  /** The last row of the previous page, by the sorted time. */
  after?: Place | undefined;
}

const sortExpressions = {
  created_at: sql`${agents.createdAt}`,
  updated_at: sql`${agents.updatedAt}`,
  agent_name: sql`lower(${agents.name})`,
};

/** One page and the exact total. */
export async function listAgents(
  handle: Handle,
  options: AgentListOptions,
): Promise<{ items: Agent[]; total: number }> {
  const condition = rowsAllowed(agents, options.rows);
  const [counted] = await handle.select({ total: count() }).from(agents).where(condition);
  const { after, sortBy } = options;
  const order = options.descending ? desc : asc;
  const behind = afterPlace(after, sortExpressions[sortBy], sql`${agents.id}`, options);
  const rows = await handle
    .select()
    .from(agents)
    .where(allConditions(condition, behind))
    .orderBy(order(sortExpressions[sortBy]), order(agents.id))
    .limit(options.limit)
    .offset(options.skip);
  return { items: rows.map(agentToWire), total: counted?.total ?? 0 };
}

/** Figures of one agent in `/agents/counts`. */
export interface AgentCount {
  agent_id: string;
  count: number;
  archived_count: number;
  last_activity: string | null;
  last_seen_at: string | null;
}

/** Block counts of every agent of the rows, from the counters; agents without blocks count 0. */
export async function countBlocksByAgent(
  handle: Handle,
  rows: RowFilter,
  visible: VisibleActivity,
): Promise<AgentCount[]> {
  const found = await jsonRows<Omit<AgentCount, 'last_seen_at'>>(
    handle,
    sql`
    select agents.id as agent_id, coalesce(counted.active, 0)::int as count,
      coalesce(counted.archived, 0)::int as archived_count, case when counted.active > 0 then (
        select memory_blocks.created_at from ${readableBlocks}
        where memory_blocks.agent_id = agents.id and not memory_blocks.archived and ${rowsAllowed(memoryBlocks, rows)}
        order by memory_blocks.created_at desc limit 1
      ) end as last_activity
    from agents left join (
      select agent_id, sum(active) as active, sum(archived) as archived
      from workspace_tallies where ${rowsAllowed(workspaceCounters, rows)} group by agent_id
    ) as counted on counted.agent_id = agents.id
    where ${rowsAllowed(agents, rows)} order by agents.id`,
  );
  // A separate query: in a distributed database, activity is not co-located with blocks.
  const seen = await jsonRows<{ agent_id: string; last_seen_at: string | null }>(
    handle,
    sql`
    select agents.id as agent_id, (
        select agent_activity.created_at from ${agentActivity}
        where agent_activity.agent_id = agents.id and ${visibleActivityCondition(visible)}
        order by agent_activity.created_at desc limit 1
      ) as last_seen_at
    from agents where ${rowsAllowed(agents, rows)}`,
  );
  const seenAt = new Map(seen.map((row) => [row.agent_id, row.last_seen_at]));
  return found.map((row) => ({
    ...row,
    last_activity: wireTimeOrNull(row.last_activity),
    last_seen_at: wireTimeOrNull(seenAt.get(row.agent_id) ?? null),
  }));
}

export function agentToWire(row: typeof agents.$inferSelect): Agent {
  return {
    agent_id: row.id,
    agent_name: row.name,
    description: row.description,
    visibility_scope: row.visibilityScope,
    owner_user_id: row.ownerUserId,
    organization_id: row.organizationId,
    created_at: wireTime(row.createdAt),
    updated_at: wireTime(row.updatedAt),
  };
}
