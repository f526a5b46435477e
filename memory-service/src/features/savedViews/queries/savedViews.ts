/** Stores named views of the memory list. */
import { asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SavedViewInput } from '@hindsight/shared-contracts/api';
import type { Ownership, RowFilter } from '../../../platform/auth/rules/permissions';
import { maskSecrets } from '../../../platform/secretScanning/replaceSecrets';
import { allConditions, inWorkspace, placeColumns, rowsAllowed } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { onlyRow } from '../../../platform/database/errors';
import { savedViews } from '../../../schema/savedViews';

export type SavedViewRow = typeof savedViews.$inferSelect;

/** The constraint that keeps names unique. */
export const SAME_NAME = 'saved_views_name_key';

/** Shared views of the rows and the person's own ones, sorted by name. */
export function listSavedViews(
  handle: Handle,
  rows: RowFilter,
  userId: string | null,
): Promise<SavedViewRow[]> {
  const shared = isNull(savedViews.userId);
  return handle
    .select()
    .from(savedViews)
    .where(
      allConditions(
        rowsAllowed(savedViews, rows),
        userId === null ? shared : or(shared, eq(savedViews.userId, userId)),
      ),
    )
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id));
}

/** Views that count toward one limit: shared ones of the workspace, or the person's own ones there. */
const sharingLimit = (place: Ownership, userId: string | null): SQL =>
  allConditions(
    inWorkspace(savedViews, place),
    userId === null ? isNull(savedViews.userId) : eq(savedViews.userId, userId),
  );

export function countSavedViews(handle: Handle, place: Ownership, userId: string | null): Promise<number> {
  return handle.$count(savedViews, sharingLimit(place, userId));
}

/** Finds and locks a view until the transaction ends. */
export async function lockSavedView(handle: Handle, id: string): Promise<SavedViewRow | undefined> {
  const [row] = await handle.select().from(savedViews).where(eq(savedViews.id, id)).for('update');
  return row;
}

const toColumns = async ({ name, parameters }: SavedViewInput) => maskSecrets({ name, parameters });

/** @param userId the only person who sees the view; null shares it. */
export async function insertSavedView(
  handle: Handle,
  given: SavedViewInput,
  place: Ownership,
  userId: string | null,
): Promise<SavedViewRow> {
  const values = { ...(await toColumns(given)), ...placeColumns(place), userId };
  return onlyRow(await handle.insert(savedViews).values(values).returning());
}

/** @param userId the only person who sees the view; null shares it. */
export async function changeSavedView(
  handle: Handle,
  id: string,
  given: SavedViewInput,
  userId: string | null,
): Promise<SavedViewRow> {
  const values = { ...(await toColumns(given)), userId, updatedAt: sql`now()` };
  return onlyRow(await handle.update(savedViews).set(values).where(eq(savedViews.id, id)).returning());
}

export async function deleteSavedView(handle: Handle, id: string): Promise<void> {
  await handle.delete(savedViews).where(eq(savedViews.id, id));
}
