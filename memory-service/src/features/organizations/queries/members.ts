/** Stores members of organizations. Lock the organization before changing its members. */
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Member } from '@hindsight/shared-contracts/api';
import type { Handle } from '../../../platform/database/database';
import { logRows } from '../../../platform/events/log';
import type { Done } from '../../../platform/events/log';
import { memberships, users } from '../../../schema/people';

export type MembershipRow = typeof memberships.$inferSelect;
type Values = Pick<MembershipRow, 'role' | 'canRead' | 'canWrite'>;

const columns = {
  user_id: users.id,
  email: users.email,
  display_name: users.displayName,
  role: memberships.role,
  can_read: memberships.canRead,
  can_write: memberships.canWrite,
};

/** Logs a membership change for the organization and for the person. */
export async function logMembers(
  handle: Handle,
  done: Done,
  rows: readonly Pick<MembershipRow, 'organizationId' | 'userId'>[],
): Promise<void> {
  await logRows(
    handle,
    'members',
    done,
    rows.map(({ organizationId, userId }) => ({ id: userId, organizationId })),
  );
  await logRows(
    handle,
    'access',
    'changed',
    rows.map(({ organizationId, userId }) => ({ id: organizationId, ownerUserId: userId })),
  );
}

const at = (organizationId: string, userId: string) =>
  and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId));

/** All members, sorted by email. */
export async function listMembers(handle: Handle, organizationId: string): Promise<Member[]> {
  return handle
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.organizationId, organizationId))
    .orderBy(asc(users.email));
}

export async function findMember(
  handle: Handle,
  organizationId: string,
  userId: string,
): Promise<Member | undefined> {
  const [row] = await handle
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(at(organizationId, userId));
  return row;
}

export async function countOwners(handle: Handle, organizationId: string): Promise<number> {
  const [counted] = await handle
    .select({ owners: count() })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.role, 'owner')));
  return counted?.owners ?? 0;
}

/** Adds a member; undefined when the person already is one. */
export async function insertMember(
  handle: Handle,
  organizationId: string,
  userId: string,
  values: Values,
): Promise<MembershipRow | undefined> {
  const [row] = await handle
    .insert(memberships)
    .values({ organizationId, userId, ...values })
    .onConflictDoNothing()
    .returning();
  if (row) await logMembers(handle, 'added', [row]);
  return row;
}

export async function findMembership(
  handle: Handle,
  organizationId: string,
  userId: string,
): Promise<MembershipRow | undefined> {
  const [row] = await handle.select().from(memberships).where(at(organizationId, userId));
  return row;
}

export async function changeMember(
  handle: Handle,
  organizationId: string,
  userId: string,
  values: Values,
): Promise<void> {
  await logMembers(
    handle,
    'changed',
    await handle.update(memberships).set(values).where(at(organizationId, userId)).returning(),
  );
}

export async function deleteMember(handle: Handle, organizationId: string, userId: string): Promise<void> {
  await logMembers(
    handle,
    'removed',
    await handle.delete(memberships).where(at(organizationId, userId)).returning(),
  );
}

/** Finds a person by email. */
export async function findPerson(handle: Handle, email: string) {
  const [row] = await handle
    .select({ id: users.id, email: users.email, displayName: users.displayName })
    .from(users)
    .where(eq(users.email, email));
  return row;
}

/** Finds a person by id. */
export async function findPersonById(handle: Handle, id: string) {
  const [row] = await handle
    .select({ id: users.id, email: users.email, displayName: users.displayName })
    .from(users)
    .where(eq(users.id, id));
  return row;
}

/** Owners of an organization, also for callers who may not list its members. */
export async function listOwners(
  handle: Handle,
  organizationId: string,
): Promise<{ userId: string; email: string }[]> {
  const { rows } = await handle.execute<{ userId: string; email: string }>(
    sql`select user_id as "userId", email from hindsight_owners(${organizationId}::uuid)`,
  );
  return rows;
}
