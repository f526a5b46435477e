/**
 * Records the writes of a transaction in the change log, which feeds the event streams. All code that writes such rows must log them in the
 * same transaction.
 */
import { sql } from 'drizzle-orm';
import type { Change } from '@hindsight/shared-contracts/api';
import type { Ownership } from '../auth/rules/permissions';
import type { ScopedTable } from '../database/conditions';
import type { Handle } from '../database/database';
import { events } from '../../schema/events';

/** A row and its workspace; a row of a person or an organization itself has no scope. */
export type LoggedRow = { id: string } & Partial<Ownership>;

export type Done = 'added' | 'changed' | 'removed';

/** Maximum number of ids in one log row. */
const NAMED = 100;

/** Columns for the `returning` clause of statements that write rows. */
export const placeReturning = <T extends ScopedTable & { id: unknown }>({
  id,
  visibilityScope,
  ownerUserId,
  organizationId,
}: T) => ({ id, visibilityScope, ownerUserId, organizationId }) as Pick<T, 'id' | keyof ScopedTable>;

/** Same for statements written as text. */
export const PLACED = sql.raw(
  'id, visibility_scope as "visibilityScope", owner_user_id as "ownerUserId", organization_id as "organizationId"',
);

/** Adds one log row per workspace. A moved row has changed in both workspaces, so it is passed in its old and its new state. */
export async function logRows(
  handle: Handle,
  kind: Change['kind'],
  done: Done,
  rows: readonly LoggedRow[],
): Promise<void> {
  const places = new Map<string, LoggedRow[]>();
  for (const row of rows) {
    const place = [row.visibilityScope, row.ownerUserId, row.organizationId].join();
    places.set(place, [...(places.get(place) ?? []), row]);
  }
  if (places.size === 0) return;
  await handle.insert(events).values(
    [...places.values()].map((here) => ({
      kind,
      visibilityScope: here[0]?.visibilityScope,
      ownerUserId: here[0]?.ownerUserId,
      organizationId: here[0]?.organizationId,
      ids: here.slice(0, NAMED).map(({ id }) => id),
      [done]: here.length,
    })),
  );
}

/** Logs rows that belong to a person. */
export const logPersonal = (
  handle: Handle,
  kind: Change['kind'],
  done: Done,
  rows: readonly { id: string; userId: string }[],
): Promise<void> =>
  logRows(
    handle,
    kind,
    done,
    rows.map(({ id, userId }) => ({ id, ownerUserId: userId })),
  );
