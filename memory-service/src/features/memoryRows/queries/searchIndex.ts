/** The words of blocks, and the number of documents of each tenant that contain each word. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { runPrepared } from '../../../platform/database/prepared';
import type { TenantCondition } from '../../../platform/database/tenants';

/** The words of the `block` of a query, which belongs to this tenant. */
export const readWords = (
  ofTenant: TenantCondition,
): SQL => sql`hindsight_document(block.tenant_id, block.content, block.lessons_learned, block.errors, (
  select string_agg(keyword.text, E'\\n' order by keyword.text) from memory_block_keywords as link
  join keywords as keyword on keyword.id = link.keyword_id and keyword.tenant_id = link.tenant_id and ${ofTenant('keyword.tenant_id')}
  where link.memory_block_id = block.id and link.tenant_id = block.tenant_id and ${ofTenant('link.tenant_id')}))`;

/** The previous words of documents, by block id. */
type Former = Record<string, string>;

/** Adds the frequency changes of documents that are added (1) or removed (-1), minus their previous words. */
const countTerms = (
  handle: Handle,
  ids: readonly string[],
  ofTenant: TenantCondition,
  sign: 1 | -1,
  former: Former = {},
): Promise<unknown> =>
  runPrepared(
    handle,
    sql`
    insert into search_term_changes (tenant_id, term, documents, length)
    select document.tenant_id, part.term, sum(part.documents), sum(part.length) from search_documents as document
      cross join lateral (values (${sql.raw(String(sign))}, document.words), (-1, (${JSON.stringify(former)}::jsonb ->> document.memory_block_id::text)::tsvector)) as side (sign, words)
      cross join lateral (
        select lexeme as term, sign as documents, 0 as length from unnest(side.words) where positions is not null
        union all select '', sign, sign * length(side.words) where side.words is not null
      ) as part
    where document.memory_block_id = any (${uuids(ids)}) and ${ofTenant('document.tenant_id')}
    group by document.tenant_id, part.term having sum(part.documents) <> 0 or sum(part.length) <> 0`,
  );

/** Locked before texts are read, to wait for concurrent changes and then see them. */
async function lockFormer(
  handle: Handle,
  ids: readonly string[],
  ofTenant: TenantCondition,
): Promise<Former> {
  const rows = await runPrepared<{ id: string; words: string }>(
    handle,
    sql`select memory_block_id as id, words::text from search_documents where memory_block_id = any (${uuids(ids)}) and ${ofTenant('tenant_id')}
      order by memory_block_id for update`,
  );
  return Object.fromEntries(rows.map(({ id, words }) => [id, words]));
}

/** Indexes blocks of a tenant; `areNew` says that none of them is in the index yet. */
export async function indexBlocks(
  handle: Handle,
  ids: readonly string[],
  ofTenant: TenantCondition,
  areNew = false,
): Promise<void> {
  if (ids.length === 0) return;
  const former = areNew ? {} : await lockFormer(handle, ids, ofTenant);
  await runPrepared(
    handle,
    sql`
    insert into search_documents (memory_block_id, tenant_id, agent_id, conversation_id, archived, created_at, length, words)
    select block.id, block.tenant_id, block.agent_id, block.conversation_id, block.archived, block.created_at, length(document.words), document.words
    from memory_blocks as block cross join lateral (select ${readWords(ofTenant)} as words offset 0) as document
    where block.id = any (${uuids(ids)}) and ${ofTenant('block.tenant_id')}
    on conflict on constraint search_documents_pkey do update set tenant_id = excluded.tenant_id, agent_id = excluded.agent_id,
      conversation_id = excluded.conversation_id, archived = excluded.archived, created_at = excluded.created_at,
      length = excluded.length, words = excluded.words`,
  );
  await countTerms(handle, ids, ofTenant, 1, former);
}

/** Updates the other columns of documents. Archiving does not change their words. */
export async function relabelDocuments(
  handle: Handle,
  ids: readonly string[],
  ofTenant: TenantCondition,
): Promise<void> {
  if (ids.length === 0) return;
  await runPrepared(
    handle,
    sql`
    update search_documents as document set archived = block.archived, agent_id = block.agent_id,
      conversation_id = block.conversation_id, created_at = block.created_at
    from memory_blocks as block where block.id = document.memory_block_id and block.tenant_id = document.tenant_id and block.id = any (${uuids(ids)})
      and ${ofTenant('document.tenant_id')}`,
  );
}

/** Removes blocks from the index. */
export async function dropDocuments(
  handle: Handle,
  ids: readonly string[],
  ofTenant: TenantCondition,
): Promise<void> {
  await countTerms(handle, ids, ofTenant, -1);
  await runPrepared(
    handle,
    sql`delete from search_documents where memory_block_id = any (${uuids(ids)}) and ${ofTenant('tenant_id')}`,
  );
}
