/** Filters of lists and searches of memory blocks as SQL conditions. Access is a separate condition. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FeedbackFilter, MemoryFilters, Origin } from '@hindsight/shared-contracts/api';
import { HIGH_SCORE, MEDIUM_SCORE } from '../rules/feedback';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { allConditions, inFilterTenants, uuids, rowsAllowed } from '../../../platform/database/conditions';
import { readableKeywordLinks, readableUsage } from '../../../platform/database/readable';
import { memoryBlocks } from '../../../schema/memory';
import { onTenants } from '../../../platform/database/tenants';

/** Absent fields do not filter. */
export interface Narrowing {
  agentIds?: readonly string[] | undefined;
  conversationId?: string | undefined;
  keywordIds?: readonly string[] | undefined;
  /** Requires each of the keywords instead of any. */
  isEveryKeyword?: boolean;
  /** Each range includes its start and excludes its end. */
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

/** The filter of a list or a search, from the request parameters. */
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

/** Whether the rows depend on retrievals, which do not count as a change of the workspace (`countersOf`). */
export const dependsOnRetrievals = ({ retrievedAfter, retrievedBefore }: Narrowing): boolean =>
  (retrievedAfter ?? retrievedBefore) !== undefined;

/** Whether the filter is by retrievals only. */
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

/** Conditions on columns that the word index has as well. */
export function indexedColumnConditions(narrowing: Narrowing, alias: 'memory_blocks' | 'found'): SQL {
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
 * Any of the keywords: the planner may look up each block of an ordered list. All of them: count links first, because a list without a
 * match would be scanned to its end.
 */
function keywords(rows: RowFilter, id: SQL, { keywordIds, isEveryKeyword }: Narrowing): SQL | undefined {
  if (!keywordIds) return undefined;
  const distinct = [...new Set(keywordIds)];
  const every = isEveryKeyword && distinct.length > 1;
  return sql`${id} in (select link.memory_block_id from ${readableKeywordLinks} where link.keyword_id = any (${uuids(distinct)}) and ${onTenants(rows)('link.tenant_id')}
    ${every ? sql`group by link.memory_block_id having count(*) = ${distinct.length}` : sql``})`;
}

/** Conditions on the other columns of a block. */
function blockConditions(narrowing: Narrowing, alias: 'memory_blocks' | 'narrowed'): SQL | undefined {
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

/** Condition on `usage` for the last retrieval of a block; undefined without such a filter. */
export const retrievalCondition = ({ retrievedAfter, retrievedBefore }: Narrowing): SQL | undefined =>
  range(sql`usage.last_retrieved_at`, retrievedAfter, retrievedBefore);

/** Conditions of a filter in the workspace of `rows` on `memory_blocks`, or on `found`, a row of the word index. */
export function narrowingCondition(
  rows: RowFilter,
  narrowing: Narrowing,
  alias: 'memory_blocks' | 'found',
): SQL {
  const id = alias === 'found' ? sql`found.memory_block_id` : sql`memory_blocks.id`;
  const others = blockConditions(narrowing, alias === 'found' ? 'narrowed' : alias);
  const retrieved = retrievalCondition(narrowing);
  return allConditions(
    indexedColumnConditions(narrowing, alias),
    keywords(rows, id, narrowing),
    others && alias === 'found'
      ? sql`exists (select 1 from readable_memory_blocks as narrowed where narrowed.id = ${id} and ${onTenants(rows)('narrowed.tenant_id')} and ${others})`
      : others,
    retrieved &&
      sql`${id} in (select usage.memory_block_id from ${readableUsage} where ${inFilterTenants(sql`usage.tenant_id`, rows)} and ${retrieved})`,
  );
}

/** The filter of a search and the requested page of hits. */
export interface SearchFilter {
  rows: RowFilter;
  narrowing: Narrowing;
  includeArchived: boolean;
  /** Only blocks that a newer one replaces. */
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
    narrowingCondition(rows, narrowing, 'memory_blocks'),
  );
