/** Reads what the worth of blocks depends on, oldest and least used first. */
import { sql } from 'drizzle-orm';
import { NEUTRAL_SCORE } from '../domain/feedback';
import type { RowFilter } from '../domain/permissions';
import { rowsAllowed } from './conditions';
import type { Handle } from './database';
import { readableBlocks } from './readable';
import { memoryBlocks } from './schema/memory';
import { wireTime } from './wire';

export interface PruningCandidate {
  id: string;
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

/** Characters of the preview. */
const PREVIEW = 200;

/** The beginnings of the texts of blocks, which may be large; archived and unreachable ones are missing. */
export async function beginningsOf(
  handle: Handle,
  ids: readonly string[],
  most: number,
): Promise<{ id: string; content: string; lessonsLearned: string | null }[]> {
  const { rows } = await handle.execute<{ id: string; content: string; lessonsLearned: string | null }>(sql`
    select id, left(content, ${most}) as content, left(lessons_learned, ${most}) as "lessonsLearned"
    from ${readableBlocks} where id = any(${`{${ids.join(',')}}`}::uuid[])`);
  return rows;
}

/** How many blocks of the rows are in use. */
export async function blocksInUse(handle: Handle, rows: RowFilter): Promise<number> {
  const found = await handle.execute<{ count: number }>(
    sql`select count(*)::int as count from memory_blocks where not archived and ${rowsAllowed(memoryBlocks, rows)}`,
  );
  return found.rows[0]?.count ?? 0;
}

/**
 * A batch of blocks of the rows that are not archived, those first that are likely to be worth least. Blocks that were rated helpful rather
 * than not are no candidates.
 */
export async function pruningCandidates(
  handle: Handle,
  rows: RowFilter,
  page: { skip: number; limit: number },
): Promise<PruningCandidate[]> {
  const found = await handle.execute<Record<string, string | number | boolean | null>>(sql`
    select id, left(content, ${PREVIEW + 1}) as preview, length(content) as content_length,
      coalesce(trim(lessons_learned), '') <> '' as has_lessons, feedback_score, retrieval_count, created_at,
      extract(epoch from now() - created_at)::float8 / 86400 as age_days
    from memory_blocks where not archived and ${rowsAllowed(memoryBlocks, rows)}
      and created_at < now() - ${MIN_AGE_DAYS} * interval '1 day' and coalesce(feedback_score, ${NEUTRAL_SCORE}) <= ${NEUTRAL_SCORE}
    order by coalesce(feedback_score, ${NEUTRAL_SCORE}), retrieval_count, created_at, id limit ${page.limit} offset ${page.skip}`);
  return found.rows.map((row) => {
    const preview = String(row['preview']);
    return {
      id: String(row['id']),
      preview: preview.length > PREVIEW ? `${preview.slice(0, PREVIEW)}...` : preview,
      contentLength: Number(row['content_length']),
      hasLessons: row['has_lessons'] === true,
      feedbackScore: row['feedback_score'] === null ? null : Number(row['feedback_score']),
      retrievalCount: Number(row['retrieval_count']),
      ageDays: Number(row['age_days']),
      createdAt: wireTime(String(row['created_at'])),
    };
  });
}
