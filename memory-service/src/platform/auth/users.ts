/** Finds people by email, creates them on first sign-in and keeps the superadmin flag up to date. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { BetaAccessStatus } from '@hindsight/shared-contracts/api';
import type { HeldMembership } from './rules/principal';
import type { Database, Handle } from '../database/database';
import { violatedUnique } from '../database/errors';
import { users } from '../../schema/people';

export interface StoredUser {
  id: string;
  email: string;
  displayName: string | null;
  isSuperadmin: boolean;
  betaAccessStatus: BetaAccessStatus;
  externalSubject: string | null;
  memberships: HeldMembership[];
}

/** The person signed out of the session of this request. */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
}

/** The identity provider reports another subject for a known email. */
export class SubjectMismatch extends Error {
  override name = 'SubjectMismatch';
}

/** A person with current memberships: shared by all statements that read a person. */
export const PERSON_COLUMNS = `
  users.id, users.email, users.display_name as "displayName", users.is_superadmin as "isSuperadmin",
  users.beta_access_status as "betaAccessStatus", users.external_subject as "externalSubject",
  coalesce((
    select json_agg(json_build_object(
      'organization_id', organizations.id, 'organization_name', organizations.name, 'role', memberships.role,
      'can_read', memberships.can_read, 'can_write', memberships.can_write,
      'organization_is_active', organizations.is_active) order by lower(organizations.name), organizations.id)
    from memberships join organizations on organizations.id = memberships.organization_id
    where memberships.user_id = users.id), '[]') as memberships`;

/** @throws SessionEnded */
async function byEmail(
  database: Database,
  email: string,
  session: string | undefined,
): Promise<StoredUser | undefined> {
  const found = await database.remember(`person ${email} ${session}`, async () => {
    const [row] = await database.ask<StoredUser & { hasEnded: boolean }>({
      name: 'person-by-email',
      text: `select ${PERSON_COLUMNS}, exists (select 1 from ended_sessions where id = $2) as "hasEnded"
        from users where users.email = $1`,
      values: [email, session ?? null],
    });
    return row;
  });
  if (!found) return undefined;
  const { hasEnded, ...user } = found;
  if (hasEnded) throw new SessionEnded();
  return user;
}

/** Sign-in data, known before the database query. */
export interface SignIn {
  /** Trimmed and lower-cased. */
  email: string;
  /** Used only for a new person. */
  displayName: string;
  /** The subject at the identity provider, if known; it must not change. */
  subject: string | undefined;
  isSuperadmin: boolean;
  /** Session id, if there is one. */
  session?: string | undefined;
}

/**
 * Returns the person with an email. Writes only for a new person, a new binding, or a change of the superadmin flag.
 * @throws SessionEnded, SubjectMismatch
 */
export async function signIn(database: Database, person: SignIn): Promise<StoredUser> {
  const { subject, email, isSuperadmin, session } = person;
  const known = await byEmail(database, email, session);
  if (known && subject !== undefined && known.externalSubject !== null && known.externalSubject !== subject) {
    throw new SubjectMismatch();
  }
  const isBound = subject === undefined || known?.externalSubject === subject;
  if (known?.isSuperadmin === isSuperadmin && isBound) return known;
  await database
    .write({ kind: 'system' }, async (handle) => {
      // A person stays the same when their address changes at the identity provider.
      const moved =
        subject !== undefined &&
        !known &&
        (await handle
          .update(users)
          .set({ email, isSuperadmin, updatedAt: sql`now()` })
          .where(eq(users.externalSubject, subject))
          .returning({ id: users.id }));
      if (moved && moved.length > 0) return;
      await handle
        .insert(users)
        .values({ email, displayName: person.displayName, isSuperadmin, externalSubject: subject ?? null })
        .onConflictDoUpdate({
          target: users.email,
          set: {
            isSuperadmin,
            externalSubject: sql`coalesce(${users.externalSubject}, excluded.external_subject)`,
            updatedAt: sql`now()`,
          },
        });
    })
    .catch((error: unknown) => {
      // Another account already has this subject.
      throw violatedUnique(error) === 'users_external_subject_key' ? new SubjectMismatch() : error;
    });
  const stored = await byEmail(database, email, session);
  if (!stored) throw new Error('The new user was not found.');
  return stored;
}

/** Location of a change: a workspace, or a person's own data. */
interface Place {
  scope: string | null;
  owner_user_id: string | null;
  organization_id: string | null;
}

/** Which of the people may be concerned by changes at these places. */
export async function findAffectedUsers(
  database: Database,
  userIds: readonly string[],
  places: readonly Place[],
): Promise<StoredUser[]> {
  if (userIds.length === 0 || places.length === 0) return [];
  const owners = places.map((place) => place.owner_user_id).filter((id) => id !== null);
  const organizations = places.map((place) => place.organization_id).filter((id) => id !== null);
  return database.ask<StoredUser>({
    name: 'people-concerned',
    text: `select ${PERSON_COLUMNS} from users where users.id = any($1::uuid[]) and ($4 or users.is_superadmin or users.id = any($2::uuid[])
      or exists (select 1 from memberships where memberships.user_id = users.id and memberships.organization_id = any($3::uuid[])))`,
    values: [userIds, owners, organizations, places.some(({ scope }) => scope === 'public')],
  });
}

/**
 * @returns the organization with the newest memory of all the person's workspaces; null if it is in their own workspace, or there is none.
 */
export async function findNewestOrganization(database: Database, userId: string): Promise<string | null> {
  const readable = await database.ask<{ id: string }>({
    name: 'readable-organizations',
    text: `select memberships.organization_id as id
      from memberships join organizations on organizations.id = memberships.organization_id
      where memberships.user_id = $1 and memberships.can_read and organizations.is_active order by 1`,
    values: [userId],
  });
  const newest = await Promise.all([
    database.ask<{ id: string | null; at: string | null }>({
      name: 'newest-of-person',
      text: 'select null as id, max(created_at)::text as at from memory_blocks where tenant_id = $1 and owner_user_id = $1 and not archived',
      values: [userId],
    }),
    ...readable.map(({ id }) =>
      database.ask<{ id: string | null; at: string | null }>({
        name: 'newest-of-organization',
        text: 'select $1::uuid as id, max(created_at)::text as at from memory_blocks where tenant_id = $1 and organization_id = $1 and not archived',
        values: [id],
      }),
    ),
  ]);
  return newest.flat().reduce((best, one) => ((one.at ?? '') > (best.at ?? '') ? one : best)).id;
}

/** Display names by person id; omits people without one. */
export async function displayNames(
  handle: Handle,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await handle
    .select({ id: users.id, name: users.displayName })
    .from(users)
    .where(inArray(users.id, known));
  return new Map(rows.flatMap(({ id, name }): [string, string][] => (name ? [[id, name]] : [])));
}

/** Renames a person. */
export async function renameUser(handle: Handle, userId: string, displayName: string): Promise<void> {
  await handle
    .update(users)
    .set({ displayName, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
}
