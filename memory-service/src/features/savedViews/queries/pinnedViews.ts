/** Stores which saved views a person has pinned to the sidebar. */
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Handle } from '../../../platform/database/database';
import { pinnedViews } from '../../../schema/pinnedViews';
import { savedViews } from '../../../schema/savedViews';

/** The pins of one person in one workspace. */
const ofPerson = (userId: string, { visibilityScope, organizationId }: Ownership): SQL | undefined =>
  and(
    eq(pinnedViews.userId, userId),
    eq(pinnedViews.visibilityScope, visibilityScope),
    sql`coalesce(${pinnedViews.organizationId}::text, '') = ${organizationId ?? ''}`,
  );

/** A shared view of another person may no longer be shared. */
const seenBy = (userId: string): SQL | undefined =>
  or(
    isNull(pinnedViews.viewId),
    and(isNotNull(savedViews.id), or(isNull(savedViews.userId), eq(savedViews.userId, userId))),
  );

/** The ids of the pinned views that the person can still see; null stands for what is new since the last visit. */
export async function pinnedViewIds(
  handle: Handle,
  userId: string,
  place: Ownership,
): Promise<Set<string | null>> {
  const rows = await handle
    .select({ viewId: pinnedViews.viewId })
    .from(pinnedViews)
    .leftJoin(savedViews, eq(savedViews.id, pinnedViews.viewId))
    .where(and(ofPerson(userId, place), seenBy(userId)));
  return new Set(rows.map(({ viewId }) => viewId));
}

/** Pins of one person follow each other, so that two at the same moment do not both find the last place free. */
export async function lockPins(handle: Handle, userId: string): Promise<void> {
  await handle.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pinned views ${userId}`}, 0))`);
}

/** Pins a view. One that is pinned stays so. */
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
  await handle.delete(pinnedViews).where(and(ofPerson(userId, place), view));
}
