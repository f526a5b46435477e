/** Requests about feedback on memories of Alpha, for the permission table. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { ids } from './testApp';

/** `run` executes a statement, `block` creates a memory of Alpha. */
export const feedbackRequests = (run: (statement: SQL) => Promise<void>, block: () => Promise<string>) => {
  /** Inserts feedback by the caller, so that the test depends only on the permission for the block. */
  const feedback = async (email: string | null) => {
    const [id, feedbackId] = [await block(), randomUUID()];
    await run(sql`insert into memory_block_feedback (id, memory_block_id, feedback_type, actor_user_id, tenant_id)
      select ${feedbackId}::uuid, ${id}::uuid, 'neutral'::feedback_type, coalesce(max(id::text)::uuid, ${ids.user(0)}), ${ids.alphaOrg}::uuid
      from users where email = ${email} returning 1`);
    return { id, feedback_id: feedbackId };
  };
  return {
    'GET /memory-blocks/{id}/feedback/': async () => ({ params: { id: await block() } }),
    'POST /memory-blocks/{id}/feedback/': async () => ({
      params: { id: await block() },
      body: { feedback_type: 'positive' },
    }),
    'PATCH /memory-blocks/{id}/feedback/{feedback_id}': async (email: string | null) => ({
      params: await feedback(email),
      body: { feedback_details: 'd' },
    }),
    'DELETE /memory-blocks/{id}/feedback/{feedback_id}': async (email: string | null) => ({
      params: await feedback(email),
    }),
  };
};
