/** API rows as fixtures. */
import type { Job, MemoryBlock, UserInfo } from '@hindsight/shared-contracts/api';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { testUser } from '@hindsight/shared-contracts/testing';

/** A running job of 200 compactions. */
export const testJob = (job_id: string, part: Partial<Job> = {}): Job => ({
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
  not_reached: null,
  created_at: '2026-01-01T00:00:01Z',
  started_at: null,
  finished_at: null,
  ...part,
});

/** A memory with the fields that reviews show. */
export const testBlock = (id: string, part: Partial<MemoryBlock> = {}) => ({
  id,
  agent_name: 'Agent',
  content: `Content of ${id}`,
  lessons_learned: null,
  created_at: '2026-01-01T00:00:00Z',
  archived: false,
  keywords: [],
  ...part,
});

const organizationId = '00000000-0000-4000-8000-00000000000a';

/** A user with read-only access to the active organization. */
export const viewerShell: Partial<Shell> = {
  session: {
    status: 'signed-in',
    user: {
      ...testUser,
      memberships: [{ organization_id: organizationId, can_write: false }],
    } as unknown as UserInfo,
  },
  scope: { scope: 'organization', organizationId },
};
