/** Superseded blocks and their successors: the last of a chain of blocks that each name the next. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Superseded } from '@hindsight/shared-contracts/api';
import { memoryTitle, UUID_PATTERN } from '@hindsight/shared-contracts/rules';
import type { Ownership, RowFilter } from '../../../platform/auth/rules/permissions';
import { inWorkspace, rowsAllowed, sameWorkspace, uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { eachTenant } from '../../../platform/database/tenants';
import type { TenantCondition } from '../../../platform/database/tenants';
import { runPrepared } from '../../../platform/database/prepared';
import { readableBlocks } from '../../../platform/database/readable';
import { memoryBlocks } from '../../../schema/memory';
import { SUPERSEDED, filterConditions } from './blockFilter';
import type { SearchFilter } from './blockFilter';

/** Enough of a text for a title. */
const READ_FOR_TITLE = 2000;

/** Clients write metadata: only a valid id names a block. */
const named = sql`memory_blocks.metadata ->> 'superseded_by'`;
const SUCCESSOR = sql`case when ${named} ~* ${sql.raw(`'${UUID_PATTERN.source}'`)} then (${named})::uuid end`;

/**
 * Whether any block of the rows is superseded. Materialized separately, because the planner would otherwise hope for an early match in the
 * table although the index knows there is none.
 */
export const anySuperseded = (rows: RowFilter): SQL => sql`(with superseded as materialized (
    select 1 from ${readableBlocks} where ${rowsAllowed(memoryBlocks, rows)} and ${SUPERSEDED}
  ) select exists (select 1 from superseded))`;

export async function hasSuperseded(handle: Handle, rows: RowFilter): Promise<boolean> {
  const [found] = await runPrepared<{ any: boolean }>(handle, sql`select ${anySuperseded(rows)} as any`);
  return found?.any === true;
}

/** The ids of chains that begin with `first`, as the table `reached`. */
const followChains = (first: SQL, here: TenantCondition): SQL => sql`
    with recursive reached (id) as (
      select ${first} union
      select ${SUCCESSOR} from reached join ${readableBlocks} on memory_blocks.id = reached.id and memory_blocks.archived and ${here('memory_blocks.tenant_id')}
    )`;

interface Link extends Ownership, Record<string, unknown> {
  id: string;
  successor: string | null;
  /** Active and passes the filter. */
  fits: boolean;
  content: string | null;
  lesson: string | null;
}

/** The last block of the chain that begins with `first`, if the whole chain is in one workspace. */
function findLast(first: Link, links: ReadonlyMap<string, Link>): Link | undefined {
  const passed = new Set<Link>();
  let link: Link | undefined = first;
  while (link && link.successor !== null && !passed.has(link) && sameWorkspace(link, first)) {
    passed.add(link);
    link = links.get(link.successor);
  }
  return link && link.successor === null && sameWorkspace(link, first) ? link : undefined;
}

/** The title of each superseded block whose successor passes the filter, with the id of that successor. */
export async function successorsWithin(
  handle: Handle,
  ids: readonly string[],
  filter: SearchFilter,
): Promise<Map<string, { id: string; title: string }>> {
  const given = sql`memory_blocks.id = any (${uuids(ids)})`;
  const rows = await eachTenant(handle, 'memory_blocks', ids, async (those, here) => {
    const found = await handle.execute<Link>(sql`
    ${followChains(sql`unnest(${uuids(those)})`, here)}
    select memory_blocks.id, case when memory_blocks.archived then ${SUCCESSOR} end as successor, ${filterConditions(filter)} as fits,
      memory_blocks.visibility_scope as "visibilityScope", memory_blocks.owner_user_id as "ownerUserId",
      memory_blocks.organization_id as "organizationId",
      case when ${given} then left(memory_blocks.content, ${READ_FOR_TITLE}) end as content,
      case when ${given} then left(memory_blocks.lessons_learned, ${READ_FOR_TITLE}) end as lesson
    from reached join ${readableBlocks} on memory_blocks.id = reached.id and ${here('memory_blocks.tenant_id')}`);
    return found.rows;
  });
  const links = new Map(rows.map((link) => [link.id, link]));
  const successors = new Map<string, { id: string; title: string }>();
  for (const id of ids) {
    const first = links.get(id);
    const last = first && findLast(first, links);
    if (!first || !last?.fits) continue;
    const title = memoryTitle({ content: first.content ?? '', lesson: first.lesson ?? '' });
    successors.set(id, { id: last.id, title });
  }
  return successors;
}

/** Maximum number of superseded blocks that a block lists. */
const MOST_NAMED = 20;

/** Separate, so that a test can check its plan. */
export const supersededByStatement = (id: string, place: Ownership) => sql`
    select memory_blocks.id, left(memory_blocks.content, ${READ_FOR_TITLE}) as content,
      left(memory_blocks.lessons_learned, ${READ_FOR_TITLE}) as lesson
    from ${readableBlocks} where ${SUPERSEDED} and ${inWorkspace(memoryBlocks, place)} and lower(${named}) = ${id}
    order by memory_blocks.archived_at desc, memory_blocks.id limit ${MOST_NAMED}`;

/** The blocks that this one has replaced, latest first. */
export async function supersededBy(handle: Handle, id: string, place: Ownership): Promise<Superseded[]> {
  const { rows } = await handle.execute<{ id: string; content: string | null; lesson: string | null }>(
    supersededByStatement(id, place),
  );
  return rows.map((row) => ({
    id: row.id,
    title: memoryTitle({ content: row.content ?? '', lesson: row.lesson ?? '' }),
  }));
}

/** Arbitrary lock key: two people who name successors at the same time could create a cycle that neither sees. */
const CHAIN_LOCK = 728_311_917;

/** Makes others who name a successor wait until the end of the transaction. */
export async function lockChains(handle: Handle): Promise<void> {
  await handle.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`);
}

/** Whether the chain that begins with `from` reaches the block. */
export async function chainReaches(handle: Handle, from: string, id: string): Promise<boolean> {
  const [answer] = await eachTenant(handle, 'memory_blocks', [from], async (_ids, here) => {
    const { rows } = await handle.execute<{ found: boolean }>(sql`
    ${followChains(sql`${from}::uuid`, here)} select exists (select 1 from reached where reached.id = ${id}::uuid) as found`);
    return rows;
  });
  return answer?.found === true;
}
