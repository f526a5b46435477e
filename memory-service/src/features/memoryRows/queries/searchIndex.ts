/** The words of blocks, and how many documents of each tenant have each of them. */
import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { runPrepared } from '../../../platform/database/prepared';
import type { OfTenant } from '../../../platform/database/tenants';

/** The words of the `block` of a query. */
export const WORDS = sql`hindsight_document(block.tenant_id, block.content, block.lessons_learned, block.errors, (
  select string_agg(keyword.text, E'\\n' order by keyword.text) from memory_block_keywords as link
  join keywords as keyword on keyword.id = link.keyword_id and keyword.tenant_id = link.tenant_id
  where link.memory_block_id = block.id and link.tenant_id = block.tenant_id))`;

/** Adds the differences of frequencies that documents make: `side` has their tenants and words, as they were (-1) and as they are (1). */
const countTerms = sql`
  insert into search_term_changes (tenant_id, term, documents, length)
  select tenant_id, term, sum(documents), sum(length) from (
    select tenant_id, word.lexeme as term, sign as documents, 0 as length from side, unnest(words) as word where word.positions is not null
    union all select tenant_id, '', sign, sign * length(words) from side
  ) as part group by tenant_id, term having sum(documents) <> 0 or sum(length) <> 0 returning 1`;

async function index(handle: Handle, ids: readonly string[], ofTenant: OfTenant): Promise<void> {
  await runPrepared(
    handle,
    sql`
    with former as materialized (select tenant_id, words from search_documents where memory_block_id = any (${uuids(ids)}) and ${ofTenant('tenant_id')}),
    latter as (
      insert into search_documents (memory_block_id, tenant_id, agent_id, conversation_id, archived, created_at, length, words)
      select id, tenant_id, agent_id, conversation_id, archived, created_at, length(words), words from (
        select block.id, block.tenant_id, block.agent_id, block.conversation_id, block.archived, block.created_at, ${WORDS} as words
        from memory_blocks as block where block.id = any (${uuids(ids)}) and ${ofTenant('block.tenant_id')} offset 0) as document
      on conflict on constraint search_documents_pkey do update set tenant_id = excluded.tenant_id, agent_id = excluded.agent_id,
        conversation_id = excluded.conversation_id, archived = excluded.archived, created_at = excluded.created_at,
        length = excluded.length, words = excluded.words
      returning tenant_id, words
    ), side as (select -1 as sign, former.* from former union all select 1, latter.* from latter)
    ${countTerms}`,
  );
}

/** Writes the words of blocks of a tenant; `areNew` says that none of them is in the index yet. */
export async function indexBlocks(
  handle: Handle,
  ids: readonly string[],
  ofTenant: OfTenant,
  areNew = false,
): Promise<void> {
  if (ids.length === 0) return;
  // Locked before they are read, so that what others change meanwhile is waited for and then read.
  if (!areNew)
    await runPrepared(
      handle,
      sql`select 1 from search_documents where memory_block_id = any (${uuids(ids)}) and ${ofTenant('tenant_id')} order by memory_block_id for update`,
    );
  await index(handle, ids, ofTenant);
}

/** Writes what else is kept with the words. Archiving changes none of them. */
export async function relabelDocuments(
  handle: Handle,
  ids: readonly string[],
  ofTenant: OfTenant,
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

/** Takes blocks from the index. */
export async function dropDocuments(
  handle: Handle,
  ids: readonly string[],
  ofTenant: OfTenant,
): Promise<void> {
  await runPrepared(
    handle,
    sql`
    with side as (delete from search_documents where memory_block_id = any (${uuids(ids)}) and ${ofTenant('tenant_id')} returning -1 as sign, tenant_id, words)
    ${countTerms}`,
  );
}
