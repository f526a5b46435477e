/** Stores organizations. */
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { ManagedOrganization, Organization } from '@hindsight/shared-contracts/api';
import { nameSkeleton } from '../../../platform/text/rules/nameSkeleton';
import type { Handle } from '../../../platform/database/database';
import { onlyRow } from '../../../platform/database/errors';
import { logRows } from '../../../platform/events/log';
import { logMembers } from './members';
import { agents, keywords, memoryBlocks } from '../../../schema/memory';
import { memberships, organizations } from '../../../schema/people';
import { ofTenant } from '../../../platform/database/tenants';

export type OrganizationRow = typeof organizations.$inferSelect;

const byName = [asc(sql`lower(${organizations.name})`), asc(organizations.id)];

/** Organizations of a member, sorted by name. */
export async function listOwnOrganizations(handle: Handle, userId: string): Promise<Organization[]> {
  const rows = await handle
    .select({ organization: organizations })
    .from(organizations)
    .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
    .where(eq(memberships.userId, userId))
    .orderBy(...byName);
  return rows.map((row) => organizationToWire(row.organization));
}

/** All organizations, or those with the given ids, sorted by name. */
export async function listOrganizations(
  handle: Handle,
  ids: readonly string[] | 'all',
): Promise<ManagedOrganization[]> {
  if (ids !== 'all' && ids.length === 0) return [];
  const rows = await handle
    .select()
    .from(organizations)
    .where(ids === 'all' ? undefined : inArray(organizations.id, [...ids]))
    .orderBy(...byName);
  return rows.map((row) => ({ ...organizationToWire(row), created_by: row.createdBy }));
}

/** Finds an organization; `lock` holds it until the transaction ends, which serializes changes of its members. */
export async function findOrganization(
  handle: Handle,
  id: string,
  lock = false,
): Promise<OrganizationRow | undefined> {
  const query = handle.select().from(organizations).where(eq(organizations.id, id));
  const [row] = await (lock ? query.for('update') : query);
  return row;
}

const namesLock = sql`select pg_advisory_xact_lock(hashtext('organization names'))`;

/** Whether another organization has a lookalike name. Serializes name checks until the transaction ends. */
export async function hasLookalike(handle: Handle, name: string, ownId?: string): Promise<boolean> {
  await handle.execute(namesLock);
  const unknown = await handle
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(isNull(organizations.nameSkeleton))
    .for('update', { skipLocked: true });
  for (const row of unknown) {
    await handle
      .update(organizations)
      .set({ nameSkeleton: nameSkeleton(row.name) })
      .where(eq(organizations.id, row.id));
  }
  const [found] = await handle
    .select({ id: organizations.id })
    .from(organizations)
    .where(
      and(
        eq(organizations.nameSkeleton, nameSkeleton(name)),
        // The unique index rejects the same name in another case, with a separate message.
        sql`lower(${organizations.name}) <> lower(${name})`,
        ownId === undefined ? undefined : ne(organizations.id, ownId),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Inserts an organization with its first owner. */
export async function insertOrganization(
  handle: Handle,
  given: { name: string; slug: string | null; createdBy: string },
): Promise<OrganizationRow> {
  const row = onlyRow(
    await handle
      .insert(organizations)
      .values({ ...given, nameSkeleton: nameSkeleton(given.name) })
      .returning(),
  );
  const owner = { organizationId: row.id, userId: given.createdBy };
  await handle.insert(memberships).values({ ...owner, role: 'owner', canRead: true, canWrite: true });
  await logMembers(handle, 'added', [owner]);
  return row;
}

export async function changeOrganization(
  handle: Handle,
  id: string,
  values: Partial<typeof organizations.$inferInsert>,
): Promise<OrganizationRow> {
  const row = onlyRow(
    await handle
      .update(organizations)
      .set({
        ...values,
        ...(values.name !== undefined && { nameSkeleton: nameSkeleton(values.name) }),
        updatedAt: sql`now()`,
      })
      .where(eq(organizations.id, id))
      .returning(),
  );
  await logRows(handle, 'organizations', 'changed', [{ id, organizationId: id }]);
  return row;
}

/** Row counts of an organization. */
export type Inventory = Record<'agents' | 'memory_blocks' | 'archived_memory_blocks' | 'keywords', number>;

/** Counts agents, memory blocks (archived ones also separately) and keywords of an organization. */
export async function loadInventory(handle: Handle, id: string): Promise<Inventory> {
  const here = ofTenant(id);
  const { rows } = await handle.execute<Inventory>(sql`
    select (select count(*)::int from ${agents} where organization_id = ${id}::uuid) as agents,
      (select count(*)::int from ${memoryBlocks} where organization_id = ${id}::uuid and ${here('tenant_id')}) as memory_blocks,
      (select count(*)::int from ${memoryBlocks} where organization_id = ${id}::uuid and ${here('tenant_id')} and archived) as archived_memory_blocks,
      (select count(*)::int from ${keywords} where organization_id = ${id}::uuid and ${here('tenant_id')}) as keywords`);
  return onlyRow(rows);
}

/** Deletes an organization with everything that belongs to it or refers to it: members, tokens, jobs, notifications, mails, records. */
export async function deleteOrganization(handle: Handle, id: string): Promise<void> {
  // Uses a database function: many of these rows belong to other people and are hidden from the actor.
  await handle.execute(sql`select hindsight_forget_organization(${id}::uuid)`);
  const former = await handle.delete(memberships).where(eq(memberships.organizationId, id)).returning();
  await logMembers(handle, 'removed', former);
  await handle.delete(organizations).where(eq(organizations.id, id));
}

export function organizationToWire(row: OrganizationRow): Organization {
  return { id: row.id, name: row.name, slug: row.slug, is_active: row.isActive };
}
