/** Finds possible improvements among active blocks, and records the ones carried out. */
import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type {
  GeneratedBy,
  OptimizationResults,
  OptimizationSuggestion,
} from '@hindsight/shared-contracts/api';
import type { Ownership, RowFilter } from '../../../platform/auth/rules/permissions';
import { allConditions, placeColumns, rowsAllowed } from '../../../platform/database/conditions';
import { maskSecrets } from '../../../platform/secretScanning/replaceSecrets';
import { isRejectedGroup, pendingOriginals, isUnusable } from './consolidation';
import { withinReach } from './consolidationSuggestions';
import type { Handle } from '../../../platform/database/database';
import { CURRENT, isSetAside, OF_ITS_BLOCK, PENDING } from '../../proposals';
import { proposals } from '../../../schema/proposals';
import type { BlockProposalKind } from '../../../schema/proposals';
import { workspaceCounters } from '../../../schema/counters';
import { memoryBlocks } from '../../../schema/memory';
import { optimizationRuns } from '../../../schema/operations';
import { eachTenant, onTenants } from '../../../platform/database/tenants';

export interface AnalysisFilter {
  rows: RowFilter;
  agentId: string | undefined;
  /** Maximum age of a block in days. */
  days: number | undefined;
}

/** Content longer than this counts as long. */
const LONG_CONTENT = 1500;
/** Maximum number of blocks per suggestion, as in bulk requests. */
const MAX_AFFECTED = 1000;
/** Maximum number of common beginnings; templates are among them. */
const MAX_BEGINNINGS = 50;
const RETENTION_DAYS = 30;

/** Characters of a block that are compared with those of others. */
const MAX_COMPARED = 2000;

/** Characters of memories read per analysis to try out the rules. */
const MAX_READ = 400_000;

/** A found block with its texts. */
export interface FoundBlock {
  id: string;
  content: string;
  lessonsLearned: string | null;
}

export interface Analysis {
  analyzed: number;
  long: FoundBlock[];
  untagged: FoundBlock[];
  /** Memories of one workspace with the same beginning, without those in a pending merge. */
  alike: { blocks: { id: string; text: string }[]; beginning: string }[];
  isRejectedMerge: (ids: readonly string[]) => boolean;
}

function analysisConditions({ rows, agentId, days }: AnalysisFilter): SQL {
  return allConditions(
    rowsAllowed(memoryBlocks, rows),
    sql`not memory_blocks.archived`,
    agentId ? eq(memoryBlocks.agentId, agentId) : undefined,
    days === undefined ? undefined : sql`memory_blocks.created_at >= now() - ${days} * interval '1 day'`,
  );
}

/** The oldest blocks that match a condition: at most `MAX_AFFECTED`, and only those that start within the first `MAX_READ` characters. */
async function findMatchingBlocks(handle: Handle, condition: SQL): Promise<FoundBlock[]> {
  const { rows } = await handle.execute<{ id: string; content: string; lessons_learned: string | null }>(sql`
    with found as (
      select id, content, lessons_learned, created_at from memory_blocks where ${condition}
      order by created_at, id limit ${MAX_AFFECTED}
    ), counted as (
      select *, sum(length(content) + coalesce(length(lessons_learned), 0)) over (order by created_at, id
        rows between unbounded preceding and 1 preceding) as read_before from found
    )
    select id, content, lessons_learned from counted where coalesce(read_before, 0) < ${MAX_READ}
    order by created_at, id`);
  return rows.map(({ id, content, lessons_learned: lessonsLearned }) => ({ id, content, lessonsLearned }));
}

/** Runs a fixed number of queries, whatever the number of blocks. Rejected proposals are omitted until their memories change. */
export async function analyze(handle: Handle, filter: AnalysisFilter): Promise<Analysis> {
  const base = analysisConditions(filter);
  const here = onTenants(filter.rows);
  const counted = await handle.execute<{ analyzed: number }>(
    sql`select count(*)::int as analyzed from memory_blocks where ${base}`,
  );
  const alike = await handle.execute<Analysis['alike'][number]>(sql`
    select json_agg(json_build_object('id', id, 'text', concat_ws(E'\n', left(content, ${MAX_COMPARED}), left(lessons_learned, ${MAX_COMPARED})))
      order by created_at, id) as blocks, min(trim(left(content, 100))) as beginning
    from memory_blocks
    where ${base} and length(trim(left(content, 100))) > 50
    group by visibility_scope, owner_user_id, organization_id, md5(lower(trim(left(content, 100))))
    having count(*) between 2 and 100 order by count(*) desc, min(id::text) limit ${MAX_BEGINNINGS}`);
  const alikeIds = alike.rows.flatMap(({ blocks }) => blocks.map(({ id }) => id));
  const isRejectedMerge = await isRejectedGroup(handle, alikeIds);
  // A pending merge is not proposed again.
  const waiting = await pendingOriginals(handle, alikeIds);
  return {
    analyzed: counted.rows[0]?.analyzed ?? 0,
    // A compacted memory without later changes cannot get any shorter.
    long: await findMatchingBlocks(
      handle,
      sql`${base} and not ${isSetAside('compaction')} and length(content) > ${LONG_CONTENT} and (
        select reason from memory_block_versions as kept where kept.memory_block_id = memory_blocks.id and ${here('kept.tenant_id')}
        order by version desc limit 1) is distinct from 'memory_compact'`,
    ),
    untagged: await findMatchingBlocks(
      handle,
      sql`${base} and not ${isSetAside('keywords')} and not exists (select 1 from memory_block_keywords as link
        where link.memory_block_id = memory_blocks.id and ${here('link.tenant_id')})`,
    ),
    alike: alike.rows.map(({ blocks, beginning }) => ({
      blocks: blocks.filter(({ id }) => !waiting.has(id)),
      beginning,
    })),
    isRejectedMerge,
  };
}

/** Pending proposals among the blocks of a filter. */
export interface Waiting extends Record<'compaction' | 'keywords' | 'pruning', FoundBlock[]> {
  merges: { proposalId: string; ids: string[]; content: string; generatedBy: GeneratedBy | null }[];
}

/** Pending proposals from any page, oldest memories first. Reads only the beginnings of texts. */
export async function loadPendingProposals(handle: Handle, filter: AnalysisFilter): Promise<Waiting> {
  const base = analysisConditions(filter);
  const here = onTenants(filter.rows);
  const { rows } = await handle.execute<{ kind: BlockProposalKind; id: string; content: string }>(sql`
    select kind, memory_blocks.id, left(memory_blocks.content, ${MAX_COMPARED}) as content
    from proposals join memory_blocks on ${OF_ITS_BLOCK}
    where kind in ('compaction', 'keywords', 'pruning') and ${PENDING} and ${rowsAllowed(proposals, filter.rows)} and ${CURRENT} and ${base}
    order by memory_blocks.created_at, memory_blocks.id limit ${3 * MAX_AFFECTED}`);
  const filterByKind = (kind: BlockProposalKind) =>
    rows
      .filter((row) => row.kind === kind)
      .slice(0, MAX_AFFECTED)
      .map(({ id, content }) => ({ id, content, lessonsLearned: null }));
  const merges = await handle.execute<Waiting['merges'][number] & Record<string, unknown>>(sql`
    select id as "proposalId", memory_block_ids::text[] as ids, left(content, ${MAX_COMPARED}) as content, generated_by as "generatedBy"
    from proposals where kind = 'consolidation' and ${PENDING} and ${withinReach(filter.rows)} and not ${isUnusable(here)}
      and cardinality(memory_block_ids) = (select count(*) from memory_blocks where memory_blocks.id = any (proposals.memory_block_ids) and ${here('memory_blocks.tenant_id')} and ${base})
    order by created_at desc, id limit ${MAX_BEGINNINGS}`);
  return {
    compaction: filterByKind('compaction'),
    keywords: filterByKind('keywords'),
    pruning: filterByKind('pruning'),
    merges: merges.rows,
  };
}

/** The owner of each memory, for permission checks. */
export async function loadOwners(
  handle: Handle,
  ids: readonly string[],
): Promise<({ id: string } & Ownership)[]> {
  if (ids.length === 0) return [];
  const { id, visibilityScope, ownerUserId, organizationId } = memoryBlocks;
  return eachTenant(handle, 'memory_blocks', ids, (_ids, here) =>
    handle
      .select({ id, visibilityScope, ownerUserId, organizationId })
      .from(memoryBlocks)
      .where(and(inArray(id, [...ids]), here('memory_blocks.tenant_id'))),
  );
}

export async function storeRun(
  handle: Handle,
  given: OptimizationSuggestion,
  place: Ownership,
  actorUserId: string,
): Promise<void> {
  const suggestion = await maskSecrets(given);
  await handle
    .insert(optimizationRuns)
    .values({
      id: suggestion.id,
      suggestion,
      results: suggestion.results,
      ...placeColumns(place),
      actorUserId,
    })
    .onConflictDoNothing();
}

/** The agent with blocks among the rows whose id has this hash, or undefined. */
export async function agentByHash(
  handle: Handle,
  rows: RowFilter,
  mark: string,
): Promise<string | undefined> {
  const { rows: found } = await handle.execute<{ id: string }>(sql`
    select agent_id as id from workspace_tallies where ${rowsAllowed(workspaceCounters, rows)}
      and left(encode(sha256(convert_to(agent_id::text, 'UTF8')), 'hex'), ${mark.length}::int) = ${mark} limit 1`);
  return found[0]?.id;
}

/** Suggestions carried out in the last 30 days, newest first; `about` is the first part of their ids. */
export async function recentRuns(
  handle: Handle,
  rows: RowFilter,
  about?: string,
): Promise<(OptimizationSuggestion & { results: OptimizationResults })[]> {
  const since = new Date(Date.now() - RETENTION_DAYS * 24 * 60 * 60 * 1000).toISOString();
  const found = await handle
    .select({ suggestion: optimizationRuns.suggestion })
    .from(optimizationRuns)
    .where(
      and(
        rowsAllowed(optimizationRuns, rows),
        gte(optimizationRuns.completedAt, since),
        about === undefined ? undefined : sql`starts_with(${optimizationRuns.id}::text, ${about})`,
      ),
    )
    .orderBy(desc(optimizationRuns.completedAt), desc(optimizationRuns.id))
    .limit(100);
  return found.map(
    ({ suggestion }) => suggestion as OptimizationSuggestion & { results: OptimizationResults },
  );
}
