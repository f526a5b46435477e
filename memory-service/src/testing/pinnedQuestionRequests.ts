/** Requests about pinned questions of Alpha, for the permission table. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { ids } from './testApp';

const pin = (question: string) => ({ question, settings: {}, memory_block_ids: [ids.block(1)] });

/** `run` executes a statement. */
export function pinnedQuestionRequests(run: (statement: SQL) => Promise<void>) {
  const pinned = async (): Promise<string> => {
    const id = randomUUID();
    const settings = {
      mode: 'hybrid',
      limit: 10,
      agent_id: null,
      conversation_id: null,
      include_archived: false,
    };
    await run(sql`insert into pinned_questions (id, question, settings, memory_block_ids, visibility_scope, organization_id, tenant_id)
      values (${id}, ${id}, ${JSON.stringify(settings)}::jsonb, '{}', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`);
    return id;
  };
  return {
    'POST /pinned-questions/': () => ({ body: pin(randomUUID()) }),
    'PUT /pinned-questions/{id}': async () => ({ params: { id: await pinned() }, body: pin('another') }),
    'DELETE /pinned-questions/{id}': async () => ({ params: { id: await pinned() } }),
    'POST /pinned-questions/run': () => ({ body: {} }),
    'POST /pinned-questions/check': () => ({ body: { archived_ids: [ids.block(1)] } }),
  };
}
