/** The age of what a block says, where blocks are compared by age. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { OfTenant } from '../../../platform/database/tenants';

/** What a block was made of. */
const createdAt = (block: string) =>
  sql.raw(`jsonb_build_array(${block}.metadata -> 'merged_from', ${block}.metadata -> 'consolidated_from')`);
/** Metadata can be edited, so what is no id is passed over. */
const IDS = sql`'$[*][*] ? (@ like_regex "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")'`;

/**
 * When what a block says was written: a merge says nothing new, so it is as old as the newest of its originals that are still there. Only
 * of a block whose metadata names originals anything else is read. `offset 0` has each original looked up by its id: PostgreSQL, which
 * does not know how few they are, would read the whole table instead.
 */
export const saidAt = (
  ofTenant: OfTenant,
): SQL => sql`coalesce(case when memory_blocks.metadata ?| array['merged_from', 'consolidated_from'] then (
  with recursive part (id, whole, said_at, made_of) as (
    select memory_blocks.id, null::uuid, memory_blocks.created_at, ${createdAt('memory_blocks')}
    union
    select original.id, part.id, original.created_at, original.made_of from part
      cross join lateral jsonb_path_query(part.made_of, ${IDS}) as named (value)
      cross join lateral (
        select original.id, original.created_at, ${createdAt('original')} as made_of from memory_blocks as original
        where original.id = (named.value #>> '{}')::uuid and ${ofTenant('original.tenant_id')}
          and (original.visibility_scope, original.owner_user_id, original.organization_id)
            is not distinct from (memory_blocks.visibility_scope, memory_blocks.owner_user_id, memory_blocks.organization_id)
        offset 0
      ) as original
  )
  select max(said_at) from part where not exists (select from part as inside where inside.whole = part.id)
) end, memory_blocks.created_at)`;
