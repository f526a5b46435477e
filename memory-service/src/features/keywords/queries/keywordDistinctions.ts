/** Stores which keywords a person marked as different words, and which to keep although unused. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { rowsAllowed } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { keywords } from '../../../schema/memory';
import { eachTenant, lockRows, onTenants } from '../../../platform/database/tenants';

/** Both keywords of a stored pair, as `first` and `second`. */
const joined = sql`join keywords as first on first.id = distinction.first_id join keywords as second on second.id = distinction.second_id`;

/** Hash of two keywords' texts; detects that either one was renamed. */
export const hashOfTexts = (first: SQL, second: SQL) =>
  sql`hashtextextended(${first}.text || chr(10) || ${second}.text, 0)`;
const hash = hashOfTexts(sql`first`, sql`second`);

export type Distinction = { first: string; second: string };

/** Valid pairs of the rows, by their ids, the lower one first. */
export async function listDistinctions(handle: Handle, rows: RowFilter): Promise<Distinction[]> {
  const found = await handle.execute<Distinction>(sql`
    select first_id as first, second_id as second from keyword_distinctions as distinction ${joined}
    where first_id <> second_id and texts_hash = ${hash} and first.id in (select id from keywords where ${rowsAllowed(keywords, rows)})
      and ${onTenants(rows)('first.tenant_id')} and ${onTenants(rows)('second.tenant_id')}`);
  return found.rows;
}

/** Marks a keyword as different from others of the same workspace, or removes the marks. */
export async function keepDistinction(
  handle: Handle,
  { id, others, isDistinct }: { id: string; others: readonly string[]; isDistinct: boolean },
): Promise<void> {
  await lockRows(handle, 'keywords', [id, ...others], 'key share');
  const pairs = sql`(select distinct least(${id}::uuid, other) as first_id, greatest(${id}::uuid, other) as second_id
    from unnest(${`{${others.join(',')}}`}::uuid[]) as other where other <> ${id}::uuid)`;
  if (!isDistinct) {
    await handle.execute(sql`delete from keyword_distinctions where (first_id, second_id) in ${pairs}`);
    return;
  }
  await eachTenant(
    handle,
    'keywords',
    [id],
    async (_ids, here) =>
      (
        await handle.execute(sql`insert into keyword_distinctions (first_id, second_id, texts_hash, tenant_id)
          select first_id, second_id, ${hash}, first.tenant_id from ${pairs} as distinction ${joined}
            where ${here('first.tenant_id')} and ${here('second.tenant_id')}
          on conflict (first_id, second_id) do update set texts_hash = excluded.texts_hash returning 1`)
      ).rows,
  );
}

/** Condition for a keyword marked as kept although unused: stored as a pair with itself. */
export const IS_KEPT = sql`exists (select 1 from keyword_distinctions where first_id = keywords.id and second_id = keywords.id
  and texts_hash = ${hashOfTexts(sql`keywords`, sql`keywords`)})`;

/** Marks keywords as kept although unused, or removes the marks. Renaming a keyword also ends it. */
export async function keepUnused(handle: Handle, ids: readonly string[], isKept: boolean): Promise<void> {
  const chosen = sql`any(${`{${ids.join(',')}}`}::uuid[])`;
  if (!isKept) {
    await handle.execute(
      sql`delete from keyword_distinctions where first_id = second_id and first_id = ${chosen}`,
    );
    return;
  }
  await lockRows(handle, 'keywords', ids, 'key share');
  await eachTenant(
    handle,
    'keywords',
    ids,
    async (_ids, here) =>
      (
        await handle.execute(sql`insert into keyword_distinctions (first_id, second_id, texts_hash, tenant_id)
          select id, id, ${hashOfTexts(sql`keywords`, sql`keywords`)}, tenant_id from keywords where id = ${chosen}
            and ${here('keywords.tenant_id')}
          on conflict (first_id, second_id) do update set texts_hash = excluded.texts_hash returning 1`)
      ).rows,
  );
}
