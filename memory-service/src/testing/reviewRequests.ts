/** Requests of the review inbox of Alpha, for the permission table. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** `run` executes a statement, `block` creates a memory of Alpha. */
export const reviewRequests = (run: (statement: SQL) => Promise<void>, block: () => Promise<string>) => ({
  'POST /review-items/decide': async () => {
    const id = randomUUID();
    const blockId = await block();
    await run(sql`insert into proposals (id, memory_block_ids, kind, block_updated_at, visibility_scope, organization_id, tenant_id)
      select ${id}::uuid, array[id], 'feedback', updated_at, visibility_scope, organization_id, tenant_id from memory_blocks
      where id = ${blockId} returning 1`);
    return { body: { verdict: 'reject', items: [{ kind: 'feedback', id }] } };
  },
});
