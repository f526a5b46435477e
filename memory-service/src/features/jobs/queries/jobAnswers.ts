/** API representation of jobs, with the current state of their memory blocks. */
import { sql } from 'drizzle-orm';
import type { Job } from '@hindsight/shared-contracts/api';
import { blocksAtVersion } from '../../memory';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { hasEnded, MAX_ITEMS, openItems, loadOutcomes } from '../../../platform/jobs/jobs';
import type { JobKind, JobRow, Outcome } from '../../../platform/jobs/jobs';
import { memoryBlocks } from '../../../schema/memory';
import { wireTime, wireTimeOrNull } from '../../../platform/http/wire';

/** Outcome fields with texts of a block, and their redacted values. */
const TEXTS: Readonly<Record<string, '' | []>> = {
  memory_block_content_preview: '',
  suggested_keywords: [],
  telling_keywords: [],
  current_keywords: [],
};

/** Redacts outcomes of blocks that the reader can no longer see, because a membership ended or the block was deleted. */
async function readableOutcomes(handle: Handle, outcomes: Outcome[]): Promise<Outcome[]> {
  const isAbout = (outcome: Outcome) => Object.keys(TEXTS).some((name) => outcome[name] !== undefined);
  const ids = outcomes.filter(isAbout).map(({ memory_block_id: id }) => String(id));
  if (ids.length === 0) return outcomes;
  const seen = await handle
    .select({ id: memoryBlocks.id })
    .from(memoryBlocks)
    .where(sql`${memoryBlocks.id} = any (${uuids(ids)})`);
  const readable = new Set(seen.map(({ id }) => id));
  return outcomes.map((outcome) => {
    if (!isAbout(outcome) || readable.has(String(outcome.memory_block_id))) return outcome;
    return Object.fromEntries(
      Object.entries(outcome).map(([name, value]) => [name, TEXTS[name] ?? value]),
    ) as Outcome;
  });
}

/** Marks outcomes of compactions that were undone. */
async function withUndone(handle: Handle, outcomes: Outcome[]): Promise<Outcome[]> {
  const versions = outcomes.flatMap(({ memory_block_id: id, version }) =>
    typeof version === 'number' ? [{ id: String(id), version }] : [],
  );
  if (versions.length === 0) return outcomes;
  const undone = await blocksAtVersion(handle, versions);
  return outcomes.map((outcome) =>
    undone.has(String(outcome.memory_block_id)) ? { ...outcome, undone: true } : outcome,
  );
}

/** The job as sent to clients, with its outcomes once it has ended. */
export async function jobOnWire(handle: Handle, row: JobRow): Promise<Job> {
  if (!hasEnded(row)) return jobSummary(row);
  return {
    ...jobSummary(row),
    results: await withUndone(handle, await readableOutcomes(handle, await loadOutcomes(handle, row.id))),
    not_reached: await blocksNotReached(handle, row.id),
  };
}

/** Ids of the blocks without an outcome. */
async function blocksNotReached(handle: Handle, jobId: string): Promise<string[]> {
  const items = await openItems(handle, jobId, MAX_ITEMS);
  return items.flatMap(({ input }) => {
    if (typeof input === 'string') return [input];
    const step = input as { memory_block_id?: string; type?: string; ids?: string[] };
    if (step.memory_block_id !== undefined) return [step.memory_block_id];
    return step.type === undefined || step.type === 'memory_blocks' ? (step.ids ?? []) : [];
  });
}

/** The job without outcomes, for lists. */
export function jobSummary(row: JobRow): Job {
  const { user_instructions: instructions, max_concurrent: concurrent } = row.options as Record<
    string,
    unknown
  >;
  return {
    job_id: row.id,
    kind: row.kind as JobKind,
    status: row.status,
    run_id: row.runId,
    user_instructions: typeof instructions === 'string' ? instructions : null,
    max_concurrent: typeof concurrent === 'number' ? concurrent : null,
    total: row.total,
    done: row.done,
    succeeded: row.succeeded,
    failed: row.failed,
    cancel_requested: row.cancelRequested,
    error: row.error,
    results: null,
    not_reached: null,
    created_at: wireTime(row.createdAt),
    started_at: wireTimeOrNull(row.startedAt),
    finished_at: wireTimeOrNull(row.finishedAt),
  };
}
