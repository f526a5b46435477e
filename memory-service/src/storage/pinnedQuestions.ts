/** Stores pinned questions, and finds what became of the memories that they expect. */
import { desc, eq, sql } from 'drizzle-orm';
import type { PinnedQuestion, PinnedQuestionInput } from '@hindsight/shared-contracts/api';
import { MAX_PINNED_QUESTIONS } from '@hindsight/shared-contracts/rules';
import type { Ownership, RowFilter } from '../domain/permissions';
import { rowsAllowed } from './conditions';
import type { Handle } from './database';
import { onlyRow } from './errors';
import { readableBlocks } from './readable';
import { memoryBlocks } from './schema/memory';
import { pinnedQuestions } from './schema/pinnedQuestions';
import { blockContains } from './searchText';
import { wireTime } from './wire';

export type PinnedQuestionRow = typeof pinnedQuestions.$inferSelect;

export const pinnedQuestionToWire = (row: PinnedQuestionRow): PinnedQuestion => ({
  id: row.id,
  question: row.question,
  settings: row.settings,
  memory_block_ids: row.memoryBlockIds,
  created_by: row.createdBy,
  created_at: wireTime(row.createdAt),
  updated_at: wireTime(row.updatedAt),
  last_run:
    row.lastRunAt === null ? null : { at: wireTime(row.lastRunAt), passed: row.lastRunPassed === true },
});

/** The questions of the rows, newest first. */
export function listPinnedQuestions(handle: Handle, rows: RowFilter): Promise<PinnedQuestionRow[]> {
  return handle
    .select()
    .from(pinnedQuestions)
    .where(rowsAllowed(pinnedQuestions, rows))
    .orderBy(desc(pinnedQuestions.createdAt), desc(pinnedQuestions.id))
    .limit(MAX_PINNED_QUESTIONS);
}

/** The question, locked until the transaction ends. */
export async function lockPinnedQuestion(handle: Handle, id: string): Promise<PinnedQuestionRow | undefined> {
  const [row] = await handle.select().from(pinnedQuestions).where(eq(pinnedQuestions.id, id)).for('update');
  return row;
}

const columnsOf = ({ question, settings, memory_block_ids: ids }: PinnedQuestionInput) => ({
  question,
  settings,
  memoryBlockIds: [...new Set(ids)],
});

export async function insertPinnedQuestion(
  handle: Handle,
  given: PinnedQuestionInput,
  { visibilityScope, ownerUserId, organizationId }: Ownership,
  createdBy: string,
): Promise<PinnedQuestionRow> {
  const values = { ...columnsOf(given), visibilityScope, ownerUserId, organizationId, createdBy };
  return onlyRow(await handle.insert(pinnedQuestions).values(values).returning());
}

/** Another question or other settings make the last run meaningless. */
export async function changePinnedQuestion(
  handle: Handle,
  id: string,
  given: PinnedQuestionInput,
): Promise<PinnedQuestionRow> {
  const values = { ...columnsOf(given), lastRunAt: null, lastRunPassed: null, updatedAt: sql`now()` };
  return onlyRow(
    await handle.update(pinnedQuestions).set(values).where(eq(pinnedQuestions.id, id)).returning(),
  );
}

export async function deletePinnedQuestion(handle: Handle, id: string): Promise<void> {
  await handle.delete(pinnedQuestions).where(eq(pinnedQuestions.id, id));
}

/** Notes when the questions were asked last, and which of them passed. */
export async function noteRuns(
  handle: Handle,
  runs: readonly { id: string; passed: boolean }[],
): Promise<void> {
  await handle.execute(sql`
    update pinned_questions set last_run_at = now(), last_run_passed = run.passed
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as run (id uuid, passed boolean)
    where pinned_questions.id = run.id`);
}

/** Names under which a memory remembers those that it replaced: a merge, an accepted suggestion, an agent's newer memory. */
const isSuccessorOf = (id: string) => sql`(
  memory_blocks.metadata -> 'merged_from' @> ${JSON.stringify([id])}::jsonb
  or memory_blocks.metadata -> 'consolidated_from' @> ${JSON.stringify([id])}::jsonb
  or memory_blocks.metadata ->> 'supersedes' = ${id})`;

/** A merge of a merge of a merge is followed so far. */
const MAX_GENERATIONS = 5;

/** The memory that took the place of this one and is not archived, the newest of several. */
export async function successorOf(
  handle: Handle,
  id: string,
  rows: RowFilter,
  generations = MAX_GENERATIONS,
): Promise<string | undefined> {
  // The index of the text finds the few that mention the id.
  const found = await handle.execute<{ id: string; archived: boolean }>(sql`
    select memory_blocks.id, memory_blocks.archived from ${readableBlocks}
    where ${rowsAllowed(memoryBlocks, rows)} and ${blockContains(id)} and memory_blocks.id <> ${id}::uuid and ${isSuccessorOf(id)}
    order by memory_blocks.archived, memory_blocks.created_at desc limit ${MAX_GENERATIONS}`);
  const [first] = found.rows;
  if (!first || !first.archived) return first?.id;
  if (generations === 1) return undefined;
  for (const replaced of found.rows) {
    const next = await successorOf(handle, replaced.id, rows, generations - 1);
    if (next !== undefined) return next;
  }
  return undefined;
}
