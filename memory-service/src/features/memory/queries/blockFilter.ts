/** What lists and searches of memory blocks are narrowed by, as conditions. Who may see the rows is a condition of its own. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FeedbackFilter, MemoryFilters, Origin } from '@hindsight/shared-contracts/api';
import { HIGH_SCORE, MEDIUM_SCORE } from '../rules/feedback';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { allConditions, ofTenants, uuids, rowsAllowed } from '../../../platform/database/conditions';
import { readableKeywordLinks, readableUsage } from '../../../platform/database/readable';
import { memoryBlocks } from '../../../schema/memory';
import { onTenants } from '../../../platform/database/tenants';

/** What is absent narrows nothing. */
export interface Narrowing {
  agentIds?: readonly string[] | undefined;
  conversationId?: string | undefined;
  keywordIds?: readonly string[] | undefined;
  /** Each of the keywords instead of one of them. */
  isEveryKeyword?: boolean;
  /** Each range is from the first moment on and ends before the second. */
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  updatedAfter?: string | undefined;
  updatedBefore?: string | undefined;
  retrievedAfter?: string | undefined;
  retrievedBefore?: string | undefined;
  feedback?: FeedbackFilter | undefined;
  minFeedback?: number | undefined;
  maxFeedback?: number | undefined;
  origin?: Origin | undefined;
}

/** The filter of a list or a search, from the parameters of its call. */
export const toNarrowing = (query: MemoryFilters): Narrowing => ({
  agentIds: query.agent_id,
  conversationId: query.conversation_id,
  keywordIds: query.keyword_id,
  isEveryKeyword: query.keyword_match === 'all',
  createdAfter: query.created_after,
  createdBefore: query.created_before,
  updatedAfter: query.updated_after,
  updatedBefore: query.updated_before,
  retrievedAfter: query.retrieved_after,
  retrievedBefore: query.retrieved_before,
  feedback: query.feedback,
  origin: query.origin,
});

export const isNarrowed = ({ isEveryKeyword: _, ...narrowing }: Narrowing): boolean =>
  Object.values(narrowing).some((value) => value !== undefined);

/** Whether the rows depend on retrievals, which are no change of a workspace (`countersOf`). */
export const dependsOnRetrievals = ({ retrievedAfter, retrievedBefore }: Narrowing): boolean =>
  (retrievedAfter ?? retrievedBefore) !== undefined;

/** Whether nothing but retrievals decides. */
export const isByRetrievalsAlone = ({
  retrievedAfter: _after,
  retrievedBefore: _before,
  ...others
}: Narrowing): boolean => !isNarrowed(others);

function range(column: SQL, after: string | undefined, before: string | undefined): SQL | undefined {
  if ((after ?? before) === undefined) return undefined;
  return allConditions(
    after ? sql`${column} >= ${after}::timestamptz` : undefined,
    before ? sql`${column} < ${before}::timestamptz` : undefined,
  );
}

/** Conditions on columns that a row of the index of words has as well. */
export function byIndexedColumns(narrowing: Narrowing, alias: 'memory_blocks' | 'found'): SQL {
  const row = sql.raw(alias);
  const { agentIds, conversationId, createdAfter, createdBefore } = narrowing;
  const [agentId] = agentIds ?? [];
  const agents = agentIds?.length === 1 ? sql`${agentId}::uuid` : sql`any (${uuids(agentIds ?? [])})`;
  return allConditions(
    agentIds ? sql`${row}.agent_id = ${agents}` : undefined,
    conversationId ? sql`${row}.conversation_id = ${conversationId}::uuid` : undefined,
    range(sql`${row}.created_at`, createdAfter, createdBefore),
  );
}

const FEEDBACK: Readonly<Record<FeedbackFilter, (row: SQL) => SQL>> = {
  rated: (row) => sql`${row}.feedback_score is not null`,
  unrated: (row) => sql`${row}.feedback_score is null`,
  high: (row) => sql`${row}.feedback_score >= ${HIGH_SCORE}`,
  medium: (row) => sql`${row}.feedback_score >= ${MEDIUM_SCORE} and ${row}.feedback_score < ${HIGH_SCORE}`,
  low: (row) => sql`${row}.feedback_score < ${MEDIUM_SCORE}`,
  marked: (row) => sql`${row}.problem is not null`,
  wrong: (row) => sql`${row}.problem = 'wrong'`,
  outdated: (row) => sql`${row}.problem = 'outdated'`,
};

/**
 * One of the keywords: the planner may look up each block of an ordered list. Each of them: links are counted first, or a list that has
 * no such block would be looked through to its end.
 */
function keywords(rows: RowFilter, id: SQL, { keywordIds, isEveryKeyword }: Narrowing): SQL | undefined {
  if (!keywordIds) return undefined;
  const distinct = [...new Set(keywordIds)];
  const every = isEveryKeyword && distinct.length > 1;
  return sql`${id} in (select link.memory_block_id from ${readableKeywordLinks} where link.keyword_id = any (${uuids(distinct)}) and ${onTenants(rows)('link.tenant_id')}
    ${every ? sql`group by link.memory_block_id having count(*) = ${distinct.length}` : sql``})`;
}

/** Conditions on the other columns of a block. */
function byBlock(narrowing: Narrowing, alias: 'memory_blocks' | 'narrowed'): SQL | undefined {
  const row = sql.raw(alias);
  const { feedback, minFeedback, maxFeedback, origin } = narrowing;
  const conditions = [
    range(sql`${row}.updated_at`, narrowing.updatedAfter, narrowing.updatedBefore),
    feedback && FEEDBACK[feedback](row),
    minFeedback === undefined ? undefined : sql`${row}.feedback_score >= ${minFeedback}`,
    maxFeedback === undefined ? undefined : sql`${row}.feedback_score <= ${maxFeedback}`,
    origin && sql`${row}.origin = ${origin}`,
  ].filter((condition) => condition !== undefined);
  return conditions.length > 0 ? allConditions(...conditions) : undefined;
}

/** When a block was retrieved last, as a condition on `usage`; undefined where it does not matter. */
export const byRetrievals = ({ retrievedAfter, retrievedBefore }: Narrowing): SQL | undefined =>
  range(sql`usage.last_retrieved_at`, retrievedAfter, retrievedBefore);

/** What a filter of the workspace of `rows` demands of `memory_blocks`, or of `found`, a row of the index of words. */
export function narrowedBy(rows: RowFilter, narrowing: Narrowing, alias: 'memory_blocks' | 'found'): SQL {
  const id = alias === 'found' ? sql`found.memory_block_id` : sql`memory_blocks.id`;
  const others = byBlock(narrowing, alias === 'found' ? 'narrowed' : alias);
  const retrieved = byRetrievals(narrowing);
  return allConditions(
    byIndexedColumns(narrowing, alias),
    keywords(rows, id, narrowing),
    others && alias === 'found'
      ? sql`exists (select 1 from readable_memory_blocks as narrowed where narrowed.id = ${id} and ${onTenants(rows)('narrowed.tenant_id')} and ${others})`
      : others,
    retrieved &&
      sql`${id} in (select usage.memory_block_id from ${readableUsage} where ${ofTenants(sql`usage.tenant_id`, rows)} and ${retrieved})`,
  );
}

/** What narrows every kind of search, and which part of the hits is asked for. */
export interface SearchFilter {
  rows: RowFilter;
  narrowing: Narrowing;
  includeArchived: boolean;
  /** Nothing but blocks that a newer one replaces. */
  onlySuperseded?: boolean;
  skip: number;
  limit: number;
}

/** A block that a newer one replaces is archived and names it. */
export const SUPERSEDED = sql`memory_blocks.archived and memory_blocks.metadata ? 'superseded_by'`;

/** All conditions of a filter. */
export const filterConditions = ({ rows, narrowing, includeArchived, onlySuperseded }: SearchFilter): SQL =>
  allConditions(
    rowsAllowed(memoryBlocks, rows),
    includeArchived ? undefined : sql`not memory_blocks.archived`,
    onlySuperseded ? SUPERSEDED : undefined,
    narrowedBy(rows, narrowing, 'memory_blocks'),
  );
