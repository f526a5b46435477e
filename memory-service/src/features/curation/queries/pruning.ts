/** Reads the facts that determine the value of blocks, lowest facts score first. */
import { sql } from 'drizzle-orm';
import { NEUTRAL_SCORE } from '../../memory';
import { isSetAside } from '../../proposals';
import { factsScore } from '../pruningScore';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { allConditions, rowsAllowed } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { memoryBlocks } from '../../../schema/memory';
import { wireTime } from '../../../platform/http/wire';

export interface PruningFilter {
  rows: RowFilter;
  agentId?: string | undefined;
  /** Maximum age of a block in days. */
  days?: number | undefined;
  /** Only these blocks. */
  ids?: readonly string[] | undefined;
}

export interface PruningCandidate {
  id: string;
  /** The beginnings of its texts, which may be large. */
  content: string;
  lessonsLearned: string | null;
  preview: string;
  contentLength: number;
  hasLessons: boolean;
  /** Null: no feedback yet. */
  feedbackScore: number | null;
  retrievalCount: number;
  ageDays: number;
  createdAt: string;
}

/** Younger blocks are no candidates: agents had no time to use them. */
const MIN_AGE_DAYS = 30;

/** Characters read per text, and in the preview. */
const MAX_CONTENT = 2000;
const PREVIEW = 200;

/** Number of active blocks of the rows. */
export async function blocksInUse(handle: Handle, rows: RowFilter): Promise<number> {
  const found = await handle.execute<{ count: number }>(
    sql`select count(*)::int as count from memory_blocks where not archived and ${rowsAllowed(memoryBlocks, rows)}`,
  );
  return found.rows[0]?.count ?? 0;
}

/**
 * A batch of active blocks, lowest facts score first: their texts can only raise it. Excludes blocks rated helpful and those that a person
 * decided to keep.
 */
export async function pruningCandidates(
  handle: Handle,
  { rows, agentId, days, ids }: PruningFilter,
  page: { skip: number; limit: number },
): Promise<PruningCandidate[]> {
  const condition = allConditions(
    sql`not memory_blocks.archived and not ${isSetAside('pruning')}`,
    rowsAllowed(memoryBlocks, rows),
    sql`created_at < now() - ${MIN_AGE_DAYS} * interval '1 day' and coalesce(feedback_score, ${NEUTRAL_SCORE}) <= ${NEUTRAL_SCORE}`,
    agentId === undefined ? undefined : sql`agent_id = ${agentId}::uuid`,
    days === undefined ? undefined : sql`created_at >= now() - ${days} * interval '1 day'`,
    ids && sql`id = any(${`{${ids.join(',')}}`}::uuid[])`,
  );
  const found = await handle.execute<Record<string, string | number | boolean | null>>(sql`
    select id, left(content, ${MAX_CONTENT}) as content, left(lessons_learned, ${MAX_CONTENT}) as lessons_learned,
      length(content) as content_length, coalesce(trim(lessons_learned), '') <> '' as has_lessons, feedback_score,
      retrieval_count, created_at, extract(epoch from now() - created_at)::float8 / 86400 as age_days
    from memory_blocks where ${condition}
    order by ${factsScore}, id limit ${page.limit} offset ${page.skip}`);
  return found.rows.map((row) => {
    const content = String(row['content']);
    return {
      id: String(row['id']),
      content,
      lessonsLearned: row['lessons_learned'] === null ? null : String(row['lessons_learned']),
      preview: content.length > PREVIEW ? `${content.slice(0, PREVIEW)}...` : content,
      contentLength: Number(row['content_length']),
      hasLessons: row['has_lessons'] === true,
      feedbackScore: row['feedback_score'] === null ? null : Number(row['feedback_score']),
      retrievalCount: Number(row['retrieval_count']),
      ageDays: Number(row['age_days']),
      createdAt: wireTime(String(row['created_at'])),
    };
  });
}
