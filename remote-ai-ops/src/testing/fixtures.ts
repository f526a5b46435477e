/** Rows of the wire for tests. */
import type { Job, MemoryBlock } from '@hindsight/shared-contracts/api';

/** A running job of 200 compactions. */
export const jobOf = (job_id: string, part: Partial<Job> = {}): Job => ({
  job_id,
  kind: 'bulk_compaction',
  run_id: 'run',
  status: 'running',
  user_instructions: null,
  max_concurrent: null,
  total: 200,
  done: 0,
  succeeded: 0,
  failed: 0,
  cancel_requested: false,
  error: null,
  results: null,
  created_at: '2026-01-01T00:00:01Z',
  started_at: null,
  finished_at: null,
  ...part,
});

/** A memory with what reviews show of it. */
export const blockOf = (id: string, part: Partial<MemoryBlock> = {}) => ({
  id,
  agent_name: 'Agent',
  content: `Content of ${id}`,
  lessons_learned: null,
  created_at: '2026-01-01T00:00:00Z',
  archived: false,
  keywords: [],
  ...part,
});
