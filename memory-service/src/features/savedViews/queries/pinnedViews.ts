/** Stores which saved views a person has pinned to the sidebar. */
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Handle } from '../../../platform/database/database';
import { pinnedViews } from '../../../schema/pinnedViews';
import { savedViews } from '../../../schema/savedViews';

/** Condition for the pins of one person in one workspace. */
const ownPins = (userId: string, { visibilityScope, organizationId }: Ownership): SQL | undefined =>
  and(
    eq(pinnedViews.userId, userId),
    eq(pinnedViews.visibilityScope, visibilityScope),
    sql`coalesce(${pinnedViews.organizationId}::text, '') = ${organizationId ?? ''}`,
  );

/** Excludes views of other people that are no longer shared. */
const visibleViews = (userId: string): SQL | undefined =>
  or(
    isNull(pinnedViews.viewId),
    and(isNotNull(savedViews.id), or(isNull(savedViews.userId), eq(savedViews.userId, userId))),
  );

/** Ids of the pinned views that the person can still see; null stands for the built-in "new since the last visit". */
export async function pinnedViewIds(
  handle: Handle,
  userId: string,
  place: Ownership,
): Promise<Set<string | null>> {
  const rows = await handle
    .select({ viewId: pinnedViews.viewId })
    .from(pinnedViews)
    .leftJoin(savedViews, eq(savedViews.id, pinnedViews.viewId))
    .where(and(ownPins(userId, place), visibleViews(userId)));
  return new Set(rows.map(({ viewId }) => viewId));
}

/** Serializes pinning per person, so that two concurrent calls cannot both take the last slot. */
export async function lockPins(handle: Handle, userId: string): Promise<void> {
  await handle.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pinned views ${userId}`}, 0))`);
}

/** Pins a view; no-op when it is already pinned. */
export async function pinView(
  handle: Handle,
  userId: string,
  { visibilityScope, organizationId }: Ownership,
  viewId: string | null,
): Promise<void> {
  await handle
    .insert(pinnedViews)
    .values({ userId, viewId, visibilityScope, organizationId, tenantId: organizationId ?? userId })
    .onConflictDoNothing();
}

export async function unpinView(
  handle: Handle,
  userId: string,
  place: Ownership,
  viewId: string | null,
): Promise<void> {
  const view = viewId === null ? isNull(pinnedViews.viewId) : eq(pinnedViews.viewId, viewId);
  await handle.delete(pinnedViews).where(and(ownPins(userId, place), view));
}
