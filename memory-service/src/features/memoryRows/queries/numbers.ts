/**
 * The numbers of workspaces, the usage of blocks and the log of changes, written by the statement that writes the blocks. Each statement
 * adds its differences, so that no two writers wait for each other.
 */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isDistributed } from '../../../platform/database/distribution';

/** No block: of the type alone, so that no table is asked. */
const NONE = sql`select (null::memory_blocks).* where false`;

/** What a block counts for, beside its columns. */
export const COUNTED = sql`cross join lateral (select (not archived)::int as active, archived::int as inactive, (not archived)::int * retrieval_count as retrievals,
  (not archived)::int * coalesce(feedback_score, 0) as feedback, (not archived and feedback_score is not null)::int as rated,
  (not archived and coalesce(feedback_score, 0) >= 80)::int as high, (not archived and coalesce(feedback_score, 0) between 60 and 79)::int as medium) as counted`;

const PLACE = sql.raw('visibility_scope, owner_user_id, organization_id');

/** Compares columns of a block as it was and as it is. */
const differ = (...columns: string[]) => {
  const [former, latter] = ['former', 'latter'].map((side) =>
    sql.raw(columns.map((column) => `${side}.${column}`).join(', ')),
  );
  return sql`(${former}) is distinct from (${latter})`;
};

/** Whose a block is, by its id alone. One that another tenant has as well is refused, as by the key of a whole table. */
const PLACED = sql`,
  placed as (
    insert into row_tenants (id, tenant_id) select latter.id, latter.tenant_id from latter left join former using (id) where former.id is null
    returning 1
  ),
  replaced as (
    update row_tenants set tenant_id = latter.tenant_id from latter join former using (id)
    where row_tenants.id = latter.id and latter.tenant_id <> former.tenant_id returning 1
  )`;

/**
 * Writes blocks. `former` answers them as they were, `latter` as they are, each with all columns; a block that is new or gone is in one of
 * the two. A change of any kind but a retrieval changes what lists show. Answers for each block what else is to be done about it.
 */
export const writeStatement = ({
  former = NONE,
  latter = NONE,
  isRead = false,
}: {
  former?: SQL;
  latter?: SQL;
  /** Nothing but the count of retrievals changes. */
  isRead?: boolean;
}): SQL => sql`
  with former as materialized (${former}), latter as materialized (${latter}),
  side as (select -1 as sign, former.* from former union all select 1, latter.* from latter),
  pair as (
    select coalesce(former.id, latter.id) as id, latter.retrieval_count - former.retrieval_count as retrieved,
      case when former.id is null then 'added' when latter.id is null then 'removed' else 'changed' end as done,
      case when former.id is null or latter.id is null or ${differ('updated_at', 'created_at', 'archived', 'archived_at', 'tenant_id', 'visibility_scope', 'agent_id', 'conversation_id', 'feedback_score', 'problem')}
        then 'memories' when latter.retrieval_count <> former.retrieval_count then 'retrievals' end as kind,
      former.id is not null and ${isRead ? sql`false` : differ('content', 'lessons_learned', 'errors')} as reworded, former.id is not null and ${differ('tenant_id')} as moved,
      former.id is not null and ${differ('archived', 'agent_id', 'conversation_id', 'created_at')} as relabeled,
      not latter.archived and ${isRead ? sql`false` : differ('content', 'lessons_learned', 'archived', 'tenant_id')} as compared
    from former full join latter on latter.id = former.id
  ),
  tallied as (
    insert into workspace_tallies (tenant_id, ${PLACE}, agent_id, active, archived, retrievals, feedback, rated, high, medium, changes)
    select tenant_id, ${PLACE}, agent_id, sum(sign * active), sum(sign * inactive), sum(sign * retrievals), sum(sign * feedback), sum(sign * rated),
      sum(sign * high), sum(sign * medium), count(*) filter (where kind = 'memories')
    from side join pair using (id) ${COUNTED}
    group by tenant_id, ${PLACE}, agent_id
    having count(*) filter (where kind = 'memories') > 0 or sum(sign * retrievals) <> 0
    returning 1
  ),
  used as (
    insert into memory_block_usage (memory_block_id, tenant_id, archived, retrieval_count)
    select latter.id, latter.tenant_id, latter.archived, latter.retrieval_count from latter left join former using (id)
    where ${differ('tenant_id', 'archived', 'retrieval_count')}
    on conflict on constraint memory_block_usage_pkey do update set tenant_id = excluded.tenant_id, archived = excluded.archived, retrieval_count = excluded.retrieval_count
    returning 1
  ),
  logged as (
    insert into events (kind, ${PLACE}, ids, added, changed, removed)
    select kind, ${PLACE}, (array_agg(id))[1:100], count(*) filter (where done = 'added'),
      coalesce(sum(case kind when 'retrievals' then retrieved else 1 end) filter (where done = 'changed'), 0), count(*) filter (where done = 'removed')
    from (select distinct id, ${PLACE} from side) as place join pair using (id) where kind is not null group by kind, ${PLACE}
    returning 1
  )
  ${isDistributed() ? PLACED : sql``}
  select id, reworded, moved, relabeled, compared from pair where reworded or moved or relabeled or compared`;
