/** Requests about secrets in the memories of Alpha, for the permission table. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { ids } from './testApp';

/** `run` executes a statement, `block` creates a memory of Alpha. */
export const secretRequests = (run: (statement: SQL) => Promise<void>, block: () => Promise<string>) => ({
  'PATCH /secret-findings/{id}': async () => {
    const id = randomUUID();
    await run(sql`insert into secret_findings (id, memory_block_id, field, kind, state, visibility_scope, organization_id, tenant_id)
      values (${id}, ${await block()}, 'content', 'token', 'open', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`);
    return { params: { id }, body: { state: 'not_a_secret' } };
  },
  'POST /secret-findings/check': () => ({ body: { texts: { content: 'Nothing.' } } }),
  'PUT /secret-policy': () => ({ body: { mode: 'mark' } }),
});
