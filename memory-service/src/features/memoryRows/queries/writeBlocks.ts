/** Writes memory blocks with everything that is kept beside them, in the caller's transaction. */
import { getTableColumns, is, sql, SQL } from 'drizzle-orm';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { runPrepared, withKeptPlans } from '../../../platform/database/prepared';
import { memoryBlocks } from '../../../schema/memory';
import { dropProposals } from '../../proposals';
import { deleteFindings } from '../../secrets';
import { addLinks } from './links';
import { writeStatement } from './numbers';
import { queueComparisons, queueTexts } from './queues';
import { dropDocuments, indexBlocks, relabelDocuments } from './searchIndex';

/**
 * Inserts blocks with links to keywords.
 * @param insertion the statement, without what it answers.
 * @param ids of the blocks that it inserts.
 * @param links a query of their ids and those of keywords.
 */
export async function addBlocks(
  handle: Handle,
  insertion: SQL,
  ids: readonly string[],
  links?: SQL,
): Promise<void> {
  const statement = writeStatement({ latter: sql`${insertion} returning *` });
  await withKeptPlans(handle, async () => {
    // The values of several blocks make a text for each number of them.
    await (ids.length === 1 ? runPrepared(handle, statement) : handle.execute(statement));
    if (links) await addLinks(handle, links);
    await indexBlocks(handle, ids, true);
    await queueTexts(handle, ids);
    await queueComparisons(handle, ids);
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

/** Changes the blocks that meet a condition. */
export async function changeBlocks(
  handle: Handle,
  condition: SQL | undefined,
  values: BlockValues,
): Promise<void> {
  const rows = await runPrepared<
    { id: string } & Record<'reworded' | 'moved' | 'relabelled' | 'compared', boolean>
  >(
    handle,
    writeStatement({
      former: sql`select * from memory_blocks where ${condition} order by id for no key update`,
      latter: sql`update memory_blocks set ${assignments(values)} from former where memory_blocks.id = former.id returning memory_blocks.*`,
    }),
  );
  const those = (wanted: (row: (typeof rows)[number]) => boolean) => rows.filter(wanted).map(({ id }) => id);
  const moved = those((row) => row.moved);
  await withKeptPlans(handle, async () => {
    await moveRows(handle, moved);
    await indexBlocks(
      handle,
      those((row) => row.reworded || row.moved),
    );
    await relabelDocuments(
      handle,
      those((row) => row.relabelled && !row.reworded && !row.moved),
    );
    await queueTexts(
      handle,
      those((row) => row.reworded),
    );
    await queueComparisons(
      handle,
      those((row) => row.compared),
    );
  });
}

/** What belongs to a block, and has its tenant. */
export const OF_BLOCKS = [
  'memory_block_versions',
  'memory_block_feedback',
  'memory_block_keywords',
  'memory_block_fingerprints',
  'memory_block_embeddings',
  'memory_blocks_to_embed',
  'memory_blocks_to_compare',
  'retrieval_events',
];

/** What belongs to blocks that moved is of their new tenant. */
async function moveRows(handle: Handle, ids: readonly string[]): Promise<void> {
  for (const table of ids.length > 0 ? OF_BLOCKS : [])
    await handle.execute(sql`
      update ${sql.identifier(table)} as child set tenant_id = block.tenant_id
      from memory_blocks as block where block.id = child.memory_block_id and block.id = any (${uuids(ids)})`);
}

/** Raises the counts of retrievals by `counted` (id, times); blocks that are gone are passed over. */
export async function countRetrieved(handle: Handle, counted: SQL): Promise<void> {
  await handle.execute(
    writeStatement({
      // In the order of their ids, so that two processes which count the same blocks wait instead of failing.
      former: sql`select * from memory_blocks where id in (select counted.id from ${counted}) order by id for no key update`,
      latter: sql`update memory_blocks set retrieval_count = memory_blocks.retrieval_count + counted.times
        from ${counted}, former where counted.id = former.id and memory_blocks.id = former.id returning memory_blocks.*`,
      isRead: true,
    }),
  );
}

/** Deletes the blocks that meet a condition, with what is said of them. A decided merge stays as a record. */
export async function deleteBlocks(handle: Handle, condition: SQL | undefined): Promise<void> {
  const gone = await handle
    .select({ id: memoryBlocks.id })
    .from(memoryBlocks)
    .where(condition)
    .orderBy(memoryBlocks.id)
    .for('update');
  const ids = gone.map(({ id }) => id);
  if (ids.length === 0) return;
  await deleteFindings(handle, ids);
  await dropProposals(handle, ids);
  await dropDocuments(handle, ids);
  await handle.execute(
    writeStatement({ former: sql`delete from memory_blocks where id = any (${uuids(ids)}) returning *` }),
  );
}
