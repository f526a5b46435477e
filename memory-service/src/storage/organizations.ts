/** Reads organizations. */
import { asc, eq, sql } from 'drizzle-orm';
import type { Organization } from '@hindsight/shared-contracts/api';
import type { Handle } from './database';
import { memberships, organizations } from './schema/people';

/** The organizations that a person is a member of, by name. */
export async function listOwnOrganizations(handle: Handle, userId: string): Promise<Organization[]> {
  return handle
    .select({
      id: organizations.id,
      name: organizations.name,
      slug: organizations.slug,
      is_active: organizations.isActive,
    })
    .from(organizations)
    .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(sql`lower(${organizations.name})`), asc(organizations.id));
}
