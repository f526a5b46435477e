/** Memory blocks with their agent's name and their keywords, as one row each: the basis of every response with blocks. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Keyword, MemoryBlock, Origin, Problem, VisibilityScope } from '@hindsight/shared-contracts/api';
import type { Handle } from '../../../platform/database/database';
import { wireTime, wireTimeOrNull } from '../../../platform/http/wire';
import { HttpProblem } from '../../../platform/http/problem';
import { fieldsOnWire, FIELD_COLUMNS } from '../../../schema/blockColumns';
import type { StoredFields } from '../../../schema/blockColumns';
import type { TenantCondition } from '../../../platform/database/tenants';

/** A keyword as a JSON column contains it. */
export interface KeywordJson {
  id: string;
  text: string;
  visibility_scope: VisibilityScope;
  owner_user_id: string | null;
  organization_id: string | null;
  created_at: string;
}

/** A row of `blockRows`, as returned by the database. */
export interface BlockJson extends StoredFields, Record<string, unknown> {
  id: string;
  agent_id: string;
  agent_name: string;
  conversation_id: string;
  feedback_score: number | null;
  retrieval_count: number;
  origin: Origin | null;
  problem: Problem | null;
  archived: boolean;
  archived_at: string | null;
  visibility_scope: VisibilityScope;
  owner_user_id: string | null;
  organization_id: string | null;
  created_at: string;
  updated_at: string;
  keywords: KeywordJson[] | null;
  /** Number of selected rows, including those omitted for the byte limit. */
  chosen: number;
}

/** Size limit of the texts of one response, to leave memory for other requests. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** The same for one part of a response that is streamed before the next part is read. */
export const MAX_PART_BYTES = 1024 * 1024;

const TOO_LARGE = 'These memories are too large for one response. Request fewer at a time (a smaller limit).';

/** The selected blocks are too large for one response: 413. */
class AnswerTooLarge extends HttpProblem {
  override name = 'AnswerTooLarge';

  constructor() {
    super(413, TOO_LARGE, { code: 'answer_too_large' });
  }
}

/** Returns the rows if none was omitted. Throws AnswerTooLarge. */
export function requireAllRows(rows: BlockJson[]): BlockJson[] {
  if ((rows[0]?.chosen ?? 0) > rows.length) throw new AnswerTooLarge();
  return rows;
}

const BYTES = sql.raw(
  FIELD_COLUMNS.filter(({ isLong }) => isLong)
    .map(({ column }) => `coalesce(octet_length(${column}::text), 0)`)
    .join(' + '),
);

/** Number of rows that are always returned, whatever their size: no page of the dashboard has more. */
const ALWAYS_ANSWERED = 25;

/** Throws AnswerTooLarge if the rows of a page, a query with their `bytes`, are too large for one response. */
export async function requireAnswerable(handle: Handle, limit: number, page: SQL): Promise<void> {
  if (limit <= ALWAYS_ANSWERED) return;
  const { rows } = await handle.execute<{ count: number; bytes: number }>(
    sql`select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from (${page}) as page`,
  );
  const { count = 0, bytes = 0 } = rows[0] ?? {};
  if (count > ALWAYS_ANSWERED && bytes > MAX_ANSWER_BYTES) throw new AnswerTooLarge();
}

/** The columns that `blockRows` needs, without the stored search text. */
export const BLOCK_COLUMNS = sql.raw(
  [
    ...['id', 'agent_id', 'conversation_id', ...FIELD_COLUMNS.map(({ column }) => column)],
    ...['feedback_score', 'retrieval_count', 'origin', 'problem', 'archived', 'archived_at'],
    ...['visibility_scope', 'owner_user_id', 'organization_id', 'created_at', 'updated_at'],
  ]
    .map((column) => `memory_blocks.${column}`)
    .join(', '),
);

/**
 * Full rows of the few blocks that `chosen` (columns of `memory_blocks`, in order) selects, as one statement: as many of the first as fit
 * into the byte limit, at least one. The keywords are looked up per row: with a join, a planner that expects one row, as in a database
 * without statistics, would collect those of all rows again for each of them. `offset 0` separates the keywords from their links: joined, a
 * planner that expects few keywords would read them all for each row.
 */
export function blockRows(chosen: SQL, ofTenant: TenantCondition, maxBytes = MAX_ANSWER_BYTES): SQL {
  return sql`with page as materialized (
      select * from (
        select memory_blocks.*, row_number() over () as place, count(*) over ()::int as chosen,
          sum(${BYTES}) over (rows unbounded preceding) as bytes
        from (${chosen}) as memory_blocks
      ) as sized where bytes <= ${sql.raw(String(maxBytes))} or place = 1
    )
    select page.*, agents.name as agent_name, (
      select json_agg(json_build_object('id', keywords.id, 'text', keywords.text,
          'visibility_scope', keywords.visibility_scope, 'owner_user_id', keywords.owner_user_id,
          'organization_id', keywords.organization_id, 'created_at', keywords.created_at) order by keywords.text, keywords.id)
      from memory_block_keywords as link
      cross join lateral (select * from keywords where keywords.id = link.keyword_id and ${ofTenant('keywords.tenant_id')} offset 0) as keywords
      where link.memory_block_id = page.id and ${ofTenant('link.tenant_id')}
    ) as keywords
    from page join agents on agents.id = page.agent_id
    order by page.place`;
}

export const keywordOnWire = (row: KeywordJson): Keyword => ({
  keyword_id: row.id,
  id: row.id,
  keyword_text: row.text,
  keyword: row.text,
  visibility_scope: row.visibility_scope,
  owner_user_id: row.owner_user_id,
  organization_id: row.organization_id,
  created_at: wireTime(row.created_at),
});

/** The block in wire format. Its vector is never sent. */
export function blockOnWire(row: BlockJson): MemoryBlock {
  return {
    id: row.id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    conversation_id: row.conversation_id,
    ...fieldsOnWire(row),
    feedback_score: row.feedback_score,
    retrieval_count: row.retrieval_count,
    origin: row.origin,
    problem: row.problem,
    archived: row.archived,
    archived_at: wireTimeOrNull(row.archived_at),
    visibility_scope: row.visibility_scope,
    owner_user_id: row.owner_user_id,
    organization_id: row.organization_id,
    content_embedding: null,
    timestamp: wireTime(row.created_at),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    keywords: (row.keywords ?? []).map(keywordOnWire),
  };
}
