/** The age of a block's statement, for comparing blocks by age. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { TenantCondition } from '../../../platform/database/tenants';

/** Ids of the originals of a block. */
const createdAt = (block: string) =>
  sql.raw(`jsonb_build_array(${block}.metadata -> 'merged_from', ${block}.metadata -> 'consolidated_from')`);
/** Metadata is editable, so skip values that are not ids. */
const IDS = sql`'$[*][*] ? (@ like_regex "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")'`;

/**
 * The time of a block's statement: a merge says nothing new, so it is as old as the newest of its existing originals. Other blocks are only
 * read for a block whose metadata names originals. `offset 0` forces a lookup of each original by id: PostgreSQL, which does not know how
 * few they are, would scan the whole table.
 */
export const effectiveDate = (
  ofTenant: TenantCondition,
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
