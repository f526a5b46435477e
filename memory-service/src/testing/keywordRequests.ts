/** Requests about keywords of Alpha, for the permission table. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { ids } from './testApp';

/** `run` executes a statement, `block` creates a memory of Alpha. */
export function keywordRequests(run: (statement: SQL) => Promise<void>, block: () => Promise<string>) {
  const keyword = async (blockId?: string): Promise<string> => {
    const id = randomUUID();
    await run(
      sql`insert into keywords (id, text, visibility_scope, organization_id, tenant_id) values (${id}, ${id}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
    );
    if (blockId) {
      await run(
        sql`insert into memory_block_keywords (memory_block_id, keyword_id, tenant_id) values (${blockId}, ${id}, ${ids.alphaOrg})`,
      );
    }
    return id;
  };
  const change = async (): Promise<string> => {
    const id = randomUUID();
    await run(sql`insert into keyword_changes (id, changes, actor_user_id, visibility_scope, organization_id, tenant_id)
      values (${id}, '[]', ${ids.user(0)}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`);
    return id;
  };
  const ofKeyword = async () => ({ params: { id: await keyword() } });
  return {
    'GET /memory-blocks/{id}/keywords/': async () => ({ params: { id: await block() } }),
    'POST /memory-blocks/{id}/keywords/{keyword_id}': async () => ({
      params: { id: await block(), keyword_id: await keyword() },
    }),
    'DELETE /memory-blocks/{id}/keywords/{keyword_id}': async () => {
      const id = await block();
      return { params: { id, keyword_id: await keyword(id) } };
    },
    'POST /keywords/': () => ({ body: { keyword_text: randomUUID() } }),
    'GET /keywords/{id}': ofKeyword,
    'PUT /keywords/{id}': async () => ({ ...(await ofKeyword()), body: { keyword_text: randomUUID() } }),
    'DELETE /keywords/{id}': ofKeyword,
    'GET /keywords/{id}/memory-blocks/': ofKeyword,
    'GET /keywords/{id}/memory-blocks/count': ofKeyword,
    'POST /keywords/changes': async () => ({
      body: { changes: [{ keyword_ids: [await keyword()], keyword_text: null }] },
    }),
    'POST /keywords/distinctions': async () => ({
      body: { keyword_id: await keyword(), other_ids: [await keyword()], is_distinct: true },
    }),
    'POST /keywords/kept': async () => ({ body: { keyword_ids: [await keyword()], is_kept: true } }),
    'POST /keywords/changes/{id}/undo': async () => ({ params: { id: await change() } }),
  };
}
