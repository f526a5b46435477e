/** Finds people by their e-mail, creates them at first sight and keeps the superadmin mark true. */
import { asc, eq, sql } from 'drizzle-orm';
import type { BetaAccessStatus } from '@hindsight/shared-contracts/api';
import type { HeldMembership } from '../domain/principal';
import type { Database, Handle } from './database';
import { memberships, organizations, users } from './schema/people';

export interface StoredUser {
  id: string;
  email: string;
  displayName: string | null;
  isSuperadmin: boolean;
  betaAccessStatus: BetaAccessStatus;
  memberships: HeldMembership[];
}

const userColumns = {
  id: users.id,
  email: users.email,
  displayName: users.displayName,
  isSuperadmin: users.isSuperadmin,
  betaAccessStatus: users.betaAccessStatus,
};

async function membershipsOf(handle: Handle, userId: string): Promise<HeldMembership[]> {
  return handle
    .select({
      organization_id: memberships.organizationId,
      organization_name: organizations.name,
      role: memberships.role,
      can_read: memberships.canRead,
      can_write: memberships.canWrite,
      organization_is_active: organizations.isActive,
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(sql`lower(${organizations.name})`), asc(organizations.id));
}

async function byEmail(handle: Handle, email: string): Promise<StoredUser | undefined> {
  const [row] = await handle.select(userColumns).from(users).where(eq(users.email, email));
  return row && { ...row, memberships: await membershipsOf(handle, row.id) };
}

/** What sign-in knows about a person before the database is asked. */
export interface SignIn {
  /** Trimmed and lower-cased. */
  email: string;
  /** Used only when the person is new. */
  displayName: string;
  isSuperadmin: boolean;
}

/** The person behind an e-mail. Writes only when the person is new or the superadmin mark has to change. */
export async function signIn(database: Database, person: SignIn): Promise<StoredUser> {
  const system = { kind: 'system' } as const;
  const known = await database.read(system, (handle) => byEmail(handle, person.email));
  if (known?.isSuperadmin === person.isSuperadmin) return known;
  return database.write(system, async (handle) => {
    await handle
      .insert(users)
      .values(person)
      .onConflictDoUpdate({
        target: users.email,
        set: { isSuperadmin: person.isSuperadmin, updatedAt: sql`now()` },
      });
    const stored = await byEmail(handle, person.email);
    if (!stored) throw new Error('A person who was just written is not there.');
    return stored;
  });
}

/** Gives a person another name. */
export async function renameUser(handle: Handle, userId: string, displayName: string): Promise<void> {
  await handle
    .update(users)
    .set({ displayName, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
}
