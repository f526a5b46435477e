/** Says in the log of changes, from which streams of events are fed, what a transaction writes. Who writes such rows says so in the same transaction. */
import { sql } from 'drizzle-orm';
import type { Change } from '@hindsight/shared-contracts/api';
import type { Ownership } from '../auth/rules/permissions';
import type { ScopedTable } from '../database/conditions';
import type { Handle } from '../database/database';
import { events } from '../../schema/events';

/** A row and the workspace that it is in; one of a person or an organization itself has no scope. */
export type LoggedRow = { id: string } & Partial<Ownership>;

export type Done = 'added' | 'changed' | 'removed';

/** Ids that one row of the log names. */
const NAMED = 100;

/** What a statement answers of the rows that it writes. */
export const placed = <T extends ScopedTable & { id: unknown }>({
  id,
  visibilityScope,
  ownerUserId,
  organizationId,
}: T) => ({ id, visibilityScope, ownerUserId, organizationId }) as Pick<T, 'id' | keyof ScopedTable>;

/** The same for statements that are written as text. */
export const PLACED = sql.raw(
  'id, visibility_scope as "visibilityScope", owner_user_id as "ownerUserId", organization_id as "organizationId"',
);

/** One row of the log for each workspace. A row that moves has changed in both: it is given as it was and as it is. */
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

/** Rows that belong to a person. */
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
