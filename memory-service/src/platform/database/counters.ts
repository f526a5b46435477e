/** Exact counters per workspace, consistent with every snapshot without counting rows, and a change counter. */
import { inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RowFilter } from '../auth/rules/permissions';
import { allConditions, rowsAllowed } from './conditions';
import type { Handle } from './database';
import { runPrepared } from './prepared';
import { workspaceCounters } from '../../schema/counters';

/** Sums over the rows; `changes` grows with every change of a memory, its links or its workspace. */
export interface Counters {
  active: number;
  archived: number;
  changes: number;
  /** Grows with every logged or counted retrieval. */
  retrievals: number;
}

/** Query for one row with the sums over all rows, or over some agents. */
export function countersQuery(rows: RowFilter, agentIds?: readonly string[]): SQL {
  const condition = allConditions(
    rowsAllowed(workspaceCounters, rows),
    agentIds && inArray(workspaceCounters.agentId, [...agentIds]),
  );
  return sql`select coalesce(sum(active), 0)::float8 as active, coalesce(sum(archived), 0)::float8 as archived,
      coalesce(sum(changes), 0)::float8 as changes, coalesce(sum(retrievals), 0)::float8 as retrievals from workspace_tallies where ${condition}`;
}

export async function readCounters(
  handle: Handle,
  rows: RowFilter,
  agentIds?: readonly string[],
): Promise<Counters> {
  const [found] = await runPrepared<Counters>(handle, countersQuery(rows, agentIds));
  return found ?? { active: 0, archived: 0, changes: 0, retrievals: 0 };
}

/** Key of a counter: tenant and agent, with the ownership columns that readers filter by. */
const PLACE = sql.raw('tenant_id, visibility_scope, owner_user_id, organization_id, agent_id');

/** Arbitrary lock id: only one process folds at a time. */
const FOLD_LOCK = 728_311_905;

/** Merges the rows of each workspace and agent into one without changing the sums; returns how many rows it merged. */
export async function foldCounters(handle: Handle): Promise<number> {
  const lock = await handle.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${FOLD_LOCK}) as mine`,
  );
  if (lock.rows[0]?.mine !== true) return 0;
  const { rows } = await handle.execute<{ folded: number }>(sql`
    with gone as (
      delete from workspace_tallies as counters using (
        select ${PLACE} from workspace_tallies group by ${PLACE} having count(*) > 1
      ) as several
      where counters.tenant_id = several.tenant_id and counters.agent_id = several.agent_id
      returning counters.*
    ), folded as (
      insert into workspace_tallies (${PLACE}, active, archived, retrievals, feedback, rated, high, medium, changes)
      select ${PLACE}, sum(active), sum(archived), sum(retrievals),
        sum(feedback), sum(rated), sum(high), sum(medium), sum(changes)
      from gone group by ${PLACE}
      returning 1
    ) select count(*)::int as folded from gone`);
  return rows[0]?.folded ?? 0;
}
