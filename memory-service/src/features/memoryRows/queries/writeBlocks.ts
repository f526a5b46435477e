/** Writes memory blocks and all dependent rows, in the caller's transaction. */
import { and, getTableColumns, is, sql, SQL } from 'drizzle-orm';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { runPrepared, withKeptPlans } from '../../../platform/database/prepared';
import { eachTenant, eachTenantWhere, ofTenant } from '../../../platform/database/tenants';
import type { TenantCondition } from '../../../platform/database/tenants';
import { memoryBlocks } from '../../../schema/memory';
import { dropProposals } from '../../proposals';
import { deleteFindings } from '../../secrets';
import { addLinks } from './links';
import { moveRows } from './moves';
import { writeRows } from './numbers';
import type { Written } from './numbers';
import { dropDocuments, indexBlocks, relabelDocuments } from './searchIndex';

/**
 * Inserts blocks of one tenant with links to keywords.
 * @param insertion the statement, without its `returning`.
 * @param ids of the inserted blocks.
 * @param links a query of block ids and keyword ids.
 */
export async function addBlocks(
  handle: Handle,
  insertion: SQL,
  ids: readonly string[],
  tenantId: string,
  links?: SQL,
): Promise<void> {
  await withKeptPlans(handle, async () => {
    // The values of several blocks produce a different SQL text for each number of blocks.
    await writeRows(handle, { statement: insertion, isOnce: ids.length !== 1 });
    const here = ofTenant(tenantId);
    if (links) await addLinks(handle, links, here);
    await indexBlocks(handle, ids, here, true);
  });
}

export type BlockValues = { [Name in keyof typeof memoryBlocks.$inferInsert]?: unknown };

const COLUMNS = getTableColumns(memoryBlocks);

const assignments = (values: BlockValues): SQL =>
  sql.join(
    Object.entries(values).flatMap(([name, value]) => {
      const column = COLUMNS[name as keyof typeof COLUMNS];
      const given = is(value, SQL) ? value : sql.param(value, column);
      return value === undefined ? [] : [sql`${sql.identifier(column.name)} = ${given}`];
    }),
    sql`, `,
  );

/** @param ids those of the matching blocks, if known: they determine the tenants. */
function runForTenants(
  handle: Handle,
  condition: SQL | undefined,
  ids: readonly string[] | undefined,
  work: Parameters<typeof eachTenantWhere<never>>[3],
): Promise<unknown> {
  return ids
    ? eachTenant(handle, 'memory_blocks', ids, work)
    : eachTenantWhere(handle, 'memory_blocks', condition, work);
}

/** Changes the blocks that meet a condition; see `runForTenants` for their ids. */
export async function changeBlocks(
  handle: Handle,
  condition: SQL | undefined,
  values: BlockValues,
  ids?: readonly string[],
): Promise<void> {
  await runForTenants(handle, condition, ids, async (_ids, here, tenant) => {
    const isMove = values.tenantId !== undefined && tenant !== undefined && values.tenantId !== tenant;
    await changeTenantBlocks(handle, condition, values, here, isMove ? copyOfFormer(values) : undefined);
    return [];
  });
}

/** Copies the old rows with new values: a distributed row cannot change its tenant. */
function copyOfFormer(values: BlockValues): SQL {
  const names = Object.entries(COLUMNS);
  const given = names.map(([name, column]) => {
    const value = values[name as keyof BlockValues];
    if (value === undefined) return sql`former.${sql.identifier(column.name)}`;
    return is(value, SQL) ? value : sql`${sql.param(value, column)}::${sql.raw(column.getSQLType())}`;
  });
  return sql`insert into memory_blocks (${sql.join(
    names.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  )}) select ${sql.join(given, sql`, `)} from former`;
}

/** Changes blocks of one tenant. @param copies inserts copies, for a change of tenant. */
async function changeTenantBlocks(
  handle: Handle,
  condition: SQL | undefined,
  values: BlockValues,
  here: TenantCondition,
  copies?: SQL,
): Promise<void> {
  const former = sql`select * from memory_blocks where ${condition} and ${here('memory_blocks.tenant_id')} order by id for no key update`;
  const target = typeof values.tenantId === 'string' ? values.tenantId : undefined;
  const change = sql`update memory_blocks set ${assignments(values)} from former
        where memory_blocks.id = former.id and ${here('memory_blocks.tenant_id')}`;
  const rows = await writeRows(handle, { former, statement: copies ?? change, isCopy: copies !== undefined });
  const idsWhere = (wanted: (row: Written) => boolean) => rows.filter(wanted).map(({ id }) => id);
  const moved = idsWhere((row) => row.moved);
  const there = target === undefined ? here : ofTenant(target);
  await withKeptPlans(handle, async () => {
    if (moved.length > 0 && target !== undefined) {
      await dropDocuments(handle, moved, here);
      await moveRows(handle, moved, here, target);
      await indexBlocks(handle, moved, there, true);
    }
    await indexBlocks(
      handle,
      idsWhere((row) => row.reworded && !row.moved),
      here,
    );
    await relabelDocuments(
      handle,
      idsWhere((row) => row.relabeled && !row.reworded && !row.moved),
      here,
    );
    const reworded = idsWhere((row) => row.reworded);
    if (reworded.length > 0)
      await runPrepared(
        handle,
        sql`delete from memory_block_embeddings where memory_block_id = any (${uuids(reworded)}) and ${there('tenant_id')}`,
      );
  });
}

/** Increments the retrieval counts of blocks; deleted blocks are skipped. */
export async function countRetrieved(
  handle: Handle,
  counts: readonly { id: string; times: number }[],
): Promise<void> {
  const counted = sql`jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as counted(id uuid, times int)`;
  await eachTenant(
    handle,
    'memory_blocks',
    counts.map(({ id }) => id),
    async (ids, here) => {
      await writeRows(handle, {
        // In id order, so that two processes that count the same blocks wait instead of deadlocking.
        former: sql`select * from memory_blocks where id = any (${uuids(ids)}) and ${here('tenant_id')} order by id for no key update`,
        statement: sql`update memory_blocks set retrieval_count = memory_blocks.retrieval_count + counted.times
          from ${counted}, former where counted.id = former.id and memory_blocks.id = former.id and ${here('memory_blocks.tenant_id')}`,
        isRead: true,
        isOnce: true,
      });
      return [];
    },
  );
}

/** Deletes the blocks that meet a condition, with their secret findings and proposals. A decided merge stays as a record. */
export async function deleteBlocks(
  handle: Handle,
  condition: SQL | undefined,
  known?: readonly string[],
): Promise<void> {
  await runForTenants(handle, condition, known, async (_ids, here) => {
    const gone = await handle
      .select({ id: memoryBlocks.id })
      .from(memoryBlocks)
      .where(and(condition, here('memory_blocks.tenant_id')))
      .orderBy(memoryBlocks.id)
      .for('update');
    const ids = gone.map(({ id }) => id);
    if (ids.length === 0) return [];
    await deleteFindings(handle, ids);
    await dropProposals(handle, ids);
    await dropDocuments(handle, ids, here);
    await writeRows(handle, {
      statement: sql`delete from memory_blocks where id = any (${uuids(ids)}) and ${here('tenant_id')}`,
      isRemoval: true,
      isOnce: true,
    });
    return [];
  });
}
