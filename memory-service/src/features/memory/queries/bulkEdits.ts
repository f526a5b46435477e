/** Stores the undo of bulk edits: for their author, for half an hour. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { BlockChange, BlockEdit } from '@hindsight/shared-contracts/api';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { maskSecrets } from '../../../platform/secretScanning/replaceSecrets';
import { inWorkspace, placeColumns } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { deleteKeywords } from './keywords';
import { bulkEdits } from '../../../schema/bulkEdits';
import { wireTime } from '../../../platform/http/wire';
import { lockRows } from '../../../platform/database/tenants';

const KEPT_FOR = '30 minutes';
const isFresh = sql`bulk_edits.created_at > now() - ${KEPT_FOR}::interval`;

interface Part {
  editId: string;
  change: BlockChange;
  undo: readonly BlockEdit[];
}

/** Stores the undo of one part of an edit. */
export async function storeUndo(
  handle: Handle,
  place: Ownership,
  userId: string,
  { editId, change, undo }: Part,
): Promise<void> {
  const texts = await maskSecrets({ change, undo: [...undo] });
  await handle.insert(bulkEdits).values({ editId, userId, ...texts, ...placeColumns(place) });
}

/** The person's latest edit of the workspace that can still be undone, at least in part. */
export async function latestEdit(handle: Handle, place: Ownership, userId: string) {
  const { rows } = await handle.execute<{
    edit_id: string;
    change: BlockChange;
    memories: number;
    undone: number;
    created_at: string;
  }>(sql`
    select edit_id, (array_agg(change))[1] as change, sum(jsonb_array_length(undo))::int as memories,
      sum(undone)::int as undone, max(created_at) as created_at
    from bulk_edits where user_id = ${userId} and ${inWorkspace(bulkEdits, place)} and ${isFresh}
    group by edit_id having sum(jsonb_array_length(undo)) > 0 order by max(bulk_edits.created_at) desc limit 1`);
  const [row] = rows;
  return row && { ...row, created_at: wireTime(row.created_at) };
}

const ownEdit = (editId: string, userId: string) =>
  and(eq(bulkEdits.editId, editId), eq(bulkEdits.userId, userId), isFresh);

/** The undo of an edit of the person. */
export async function loadEditUndo(handle: Handle, editId: string, userId: string): Promise<BlockEdit[]> {
  const parts = await handle
    .select({ undo: bulkEdits.undo })
    .from(bulkEdits)
    .where(ownEdit(editId, userId))
    .orderBy(asc(bulkEdits.createdAt), asc(bulkEdits.id));
  return parts.flatMap(({ undo }) => undo);
}

/** A move of a memory: its destination, and the change that undoes it. */
interface Move {
  to: BlockChange;
  back: BlockChange;
}

/** The moves of an edit of the person, by memory. */
export async function loadEditMoves(
  handle: Handle,
  editId: string,
  userId: string,
): Promise<ReadonlyMap<string, Move>> {
  const parts = await handle
    .select({ to: bulkEdits.change, undo: bulkEdits.undo })
    .from(bulkEdits)
    .where(ownEdit(editId, userId));
  return new Map(
    parts.flatMap(({ to, undo }) =>
      undo.map(({ memory_block_id: id, change: back }): [string, Move] => [id, { to, back }]),
    ),
  );
}

/** Discards the undo of an edit for memories that were restored. */
export async function discardUndo(
  handle: Handle,
  { editId, userId, blockIds }: { editId: string; userId: string; blockIds: ReadonlySet<string> },
): Promise<void> {
  const parts = await handle
    .select({ id: bulkEdits.id, undo: bulkEdits.undo })
    .from(bulkEdits)
    .where(ownEdit(editId, userId))
    .orderBy(asc(bulkEdits.id))
    .for('update');
  for (const { id, undo } of parts) {
    const rest = undo.filter(({ memory_block_id: block }) => !blockIds.has(block));
    if (rest.length === undo.length) continue;
    // An empty part records, as long as edits are stored, that some of the edit was undone.
    const undone = sql`${bulkEdits.undone} + ${undo.length - rest.length}`;
    await handle.update(bulkEdits).set({ undo: rest, undone }).where(eq(bulkEdits.id, id));
  }
}

/**
 * Deletes keywords that an edit of the person created and that no memory uses any more: their creation time is that of a transaction of the
 * edit. A move creates them in its target workspace.
 */
export async function deleteMadeKeywords(handle: Handle, editId: string, userId: string): Promise<void> {
  const { rows: parts } = await handle.execute<{ tenant: string; moments: string[] }>(sql`
    select tenant, array_agg(distinct created_at::text) as moments from bulk_edits cross join lateral unnest(array[organization_id,
      (change ->> 'organization_id')::uuid, owner_user_id, user_id, (change ->> 'new_owner_user_id')::uuid]) as tenant
    where ${ownEdit(editId, userId)} and tenant is not null group by tenant`);
  const ids: string[] = [];
  for (const { tenant, moments } of parts) {
    const { rows: made } = await handle.execute<{ id: string }>(sql`
      select id from keywords where tenant_id = ${tenant}::uuid and created_at = any (${sql.param(moments)}::timestamptz[])`);
    ids.push(...made.map(({ id }) => id));
  }
  // Lock first, so that the deletion sees concurrent links.
  await lockRows(handle, 'keywords', ids, 'update');
  await deleteKeywords(handle, ids, { areUnused: true });
}

export async function deleteEdit(handle: Handle, editId: string, userId: string): Promise<void> {
  await handle.delete(bulkEdits).where(ownEdit(editId, userId));
}

export async function deleteOldEdits(handle: Handle): Promise<void> {
  await handle.execute(sql`delete from bulk_edits where not (${isFresh})`);
}
