/** Reads memory blocks by id, and counts conversations. */
import { sql } from 'drizzle-orm';
import type { Keyword, MemoryBlock, Problem } from '@hindsight/shared-contracts/api';
import { NEUTRAL_SCORE } from '../rules/feedback';
import type { Ownership, RowFilter } from '../../../platform/auth/rules/permissions';
import { requireAllRows, BLOCK_COLUMNS, blockOnWire, blockRows, MAX_PART_BYTES } from './blockRows';
import type { BlockJson } from './blockRows';
import { allConditions, listTenants, rowsAllowed } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { runPrepared } from '../../../platform/database/prepared';
import { readableBlocks } from '../../../platform/database/readable';
import { effectiveDate } from './effectiveDate';
import type { keywords } from '../../../schema/memory';
import { memoryBlocks } from '../../../schema/memory';
import { wireTime } from '../../../platform/http/wire';
import { eachTenant, onTenants } from '../../../platform/database/tenants';
import { isDistributed } from '../../../platform/database/distribution';

/** Blocks by id, in the order of the ids; those outside the rows are omitted. */
export async function blocksByIds(
  handle: Handle,
  ids: readonly string[],
  rows: RowFilter | undefined,
): Promise<MemoryBlock[]> {
  if (ids.length === 0) return [];
  const condition = allConditions(
    sql`memory_blocks.id = any(${`{${ids.join(',')}}`}::uuid[])`,
    rows && rowsAllowed(memoryBlocks, rows),
  );
  const found = await eachTenant(handle, 'memory_blocks', ids, async (_ids, here) =>
    requireAllRows(
      await runPrepared<BlockJson>(
        handle,
        blockRows(
          sql`select ${BLOCK_COLUMNS} from ${readableBlocks} where ${condition} and ${here('memory_blocks.tenant_id')}`,
          here,
        ),
      ),
    ),
  );
  const byId = new Map(found.map((row) => [row.id, blockOnWire(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Facts about blocks that a ranking needs besides the hits. */
export async function rankingFacts(
  handle: Handle,
  ids: readonly string[],
): Promise<Map<string, { effectiveDate: Date; feedbackScore: number; problem: Problem | null }>> {
  const rows = await eachTenant(handle, 'memory_blocks', ids, (_ids, here) =>
    runPrepared<{ id: string; said: string; score: number | null; problem: Problem | null }>(
      handle,
      sql`select id, ${effectiveDate(here)} as said, feedback_score::float8 as score, problem from ${readableBlocks}
      where id = any(${`{${ids.join(',')}}`}::uuid[]) and ${here('memory_blocks.tenant_id')}`,
    ),
  );
  return new Map(
    rows.map(({ id, said, score, problem }) => [
      id,
      {
        effectiveDate: new Date(said),
        feedbackScore: score ?? NEUTRAL_SCORE,
        problem,
      },
    ]),
  );
}

/** Blocks that fit into one part of a response, and the ids of the rest. */
export interface BlocksInParts {
  items: MemoryBlock[];
  rest: string[];
}

/** The first part of the blocks with these ids, in order; deleted and unreadable blocks are omitted. */
export async function firstBlocks(
  handle: Handle,
  ids: readonly string[],
  rows: RowFilter,
): Promise<BlocksInParts> {
  if (ids.length === 0) return { items: [], rest: [] };
  // With several workers, put their rows in order here.
  if (isDistributed() && listTenants(rows).length > 1)
    return { items: await blocksByIds(handle, ids, rows), rest: [] };
  const given = sql`unnest(${`{${ids.join(',')}}`}::uuid[]) with ordinality as given (id, place)`;
  const chosen = sql`select ${BLOCK_COLUMNS} from ${given}
    join ${readableBlocks} on memory_blocks.id = given.id and ${rowsAllowed(memoryBlocks, rows)} order by given.place`;
  const found = await runPrepared<BlockJson>(handle, blockRows(chosen, onTenants(rows), MAX_PART_BYTES));
  const last = found.at(-1);
  const isWhole = !last || found.length === last.chosen;
  return { items: found.map(blockOnWire), rest: isWhole ? [] : ids.slice(ids.indexOf(last.id) + 1) };
}

/** One block with the columns that decide access, or undefined. */
export async function findBlock(
  handle: Handle,
  id: string,
): Promise<{ ownership: Ownership; block: MemoryBlock } | undefined> {
  const [row] = await eachTenant(handle, 'memory_blocks', [id], (_ids, here) =>
    runPrepared<BlockJson>(
      handle,
      blockRows(
        sql`select ${BLOCK_COLUMNS} from ${readableBlocks} where memory_blocks.id = ${id}::uuid and ${here('memory_blocks.tenant_id')}`,
        here,
      ),
    ),
  );
  if (!row) return undefined;
  const ownership = {
    visibilityScope: row.visibility_scope,
    ownerUserId: row.owner_user_id,
    organizationId: row.organization_id,
  };
  return { ownership, block: blockOnWire(row) };
}

/** Distinct conversations of the active blocks, or of all. */
export async function countConversations(
  handle: Handle,
  rows: RowFilter,
  includeArchived: boolean,
): Promise<number> {
  const { rows: counted } = await handle.execute<{ total: number }>(
    sql`select count(distinct conversation_id)::int as total from ${readableBlocks}
      where ${rowsAllowed(memoryBlocks, rows)} ${includeArchived ? sql`` : sql`and not archived`}`,
  );
  return counted[0]?.total ?? 0;
}

export function keywordToWire(row: typeof keywords.$inferSelect): Keyword {
  return {
    keyword_id: row.id,
    id: row.id,
    keyword_text: row.text,
    keyword: row.text,
    visibility_scope: row.visibilityScope,
    owner_user_id: row.ownerUserId,
    organization_id: row.organizationId,
    created_at: wireTime(row.createdAt),
  };
}
