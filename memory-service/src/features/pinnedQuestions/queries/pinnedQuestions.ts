/** Stores pinned questions, and finds the state of their expected memories. */
import { desc, eq, sql } from 'drizzle-orm';
import type { PinnedQuestion, PinnedQuestionInput } from '@hindsight/shared-contracts/api';
import { MAX_PINNED_QUESTIONS } from '@hindsight/shared-contracts/rules';
import type { Ownership, RowFilter } from '../../../platform/auth/rules/permissions';
import { maskSecrets } from '../../../platform/secretScanning/replaceSecrets';
import { placeColumns, rowsAllowed } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { onlyRow } from '../../../platform/database/errors';
import { readableBlocks } from '../../../platform/database/readable';
import { memoryBlocks } from '../../../schema/memory';
import { pinnedQuestions } from '../../../schema/pinnedQuestions';
import { wireTime } from '../../../platform/http/wire';

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

/** Pinned questions of the rows, newest first. */
export function listPinnedQuestions(handle: Handle, rows: RowFilter): Promise<PinnedQuestionRow[]> {
  return handle
    .select()
    .from(pinnedQuestions)
    .where(rowsAllowed(pinnedQuestions, rows))
    .orderBy(desc(pinnedQuestions.createdAt), desc(pinnedQuestions.id))
    .limit(MAX_PINNED_QUESTIONS);
}

/** Finds and locks a question until the transaction ends. */
export async function lockPinnedQuestion(handle: Handle, id: string): Promise<PinnedQuestionRow | undefined> {
  const [row] = await handle.select().from(pinnedQuestions).where(eq(pinnedQuestions.id, id)).for('update');
  return row;
}

const toColumns = async ({ question, settings, memory_block_ids: ids }: PinnedQuestionInput) => ({
  question: await maskSecrets(question),
  settings,
  memoryBlockIds: [...new Set(ids)],
});

export async function insertPinnedQuestion(
  handle: Handle,
  given: PinnedQuestionInput,
  place: Ownership,
  createdBy: string,
): Promise<PinnedQuestionRow> {
  const values = { ...(await toColumns(given)), ...placeColumns(place), createdBy };
  return onlyRow(await handle.insert(pinnedQuestions).values(values).returning());
}

/** Updates a question and resets its last run, which no longer applies. */
export async function changePinnedQuestion(
  handle: Handle,
  id: string,
  given: PinnedQuestionInput,
): Promise<PinnedQuestionRow> {
  const values = { ...(await toColumns(given)), lastRunAt: null, lastRunPassed: null, updatedAt: sql`now()` };
  return onlyRow(
    await handle.update(pinnedQuestions).set(values).where(eq(pinnedQuestions.id, id)).returning(),
  );
}

export async function deletePinnedQuestion(handle: Handle, id: string): Promise<void> {
  await handle.delete(pinnedQuestions).where(eq(pinnedQuestions.id, id));
}

/** Records when the questions were last run, and which of them passed. */
export async function noteRuns(
  handle: Handle,
  runs: readonly { id: string; passed: boolean }[],
): Promise<void> {
  await handle.execute(sql`
    update pinned_questions set last_run_at = now(), last_run_passed = run.passed
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as run (id uuid, passed boolean)
    where pinned_questions.id = run.id`);
}

/** Characters to read of a text for its title. */
const READ_FOR_TITLE = 2000;

interface ExpectedBlock extends Record<string, unknown> {
  id: string;
  archived: boolean;
  content: string;
  lesson: string;
}

/** The expected memories that are visible, with the beginnings of their texts. */
export async function expectedBlocks(
  handle: Handle,
  ids: readonly string[],
  rows: RowFilter,
): Promise<ExpectedBlock[]> {
  const found = await handle.execute<ExpectedBlock>(sql`
    select memory_blocks.id, memory_blocks.archived, left(memory_blocks.content, ${READ_FOR_TITLE}) as content,
      left(coalesce(memory_blocks.lessons_learned, ''), ${READ_FOR_TITLE}) as lesson
    from ${readableBlocks} where memory_blocks.id = any(${uuids(ids)}) and ${rowsAllowed(memoryBlocks, rows)}`);
  return found.rows;
}

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;

/** Maximum chain of merges to follow. */
const MAX_GENERATIONS = 5;

/** Successors that replaced memories through a merge, an accepted suggestion or a newer memory of an agent. */
export async function loadSuccessors(
  handle: Handle,
  ids: readonly string[],
  rows: RowFilter,
): Promise<Map<string, string>> {
  const successors = new Map<string, string>();
  /** Archived successors, which may have successors themselves, with the ids that they replace. */
  let open = new Map(ids.map((id) => [id, [id]]));
  for (let generation = 0; generation < MAX_GENERATIONS && open.size > 0; generation += 1) {
    // The text index finds the few rows that mention an id.
    const found = await handle.execute<{ replaced: string; id: string; archived: boolean }>(sql`
      select given.id as replaced, successor.id, successor.archived from unnest(${uuids([...open.keys()])}) as given(id)
      cross join lateral (
        select memory_blocks.id, memory_blocks.archived from ${readableBlocks}
        where ${rowsAllowed(memoryBlocks, rows)} and memory_blocks.search_text like '%' || given.id || '%' and memory_blocks.id <> given.id
          and (memory_blocks.metadata -> 'merged_from' ? given.id::text or memory_blocks.metadata -> 'consolidated_from' ? given.id::text
            or memory_blocks.metadata ->> 'supersedes' = given.id::text)
        order by memory_blocks.archived, memory_blocks.created_at desc limit 1
      ) as successor`);
    const next = new Map<string, string[]>();
    for (const { replaced, id, archived } of found.rows) {
      const origins = open.get(replaced) ?? [];
      if (archived) next.set(id, [...(next.get(id) ?? []), ...origins]);
      else for (const origin of origins) successors.set(origin, id);
    }
    open = next;
  }
  return successors;
}
