/** People of the small world as principals, for tests below the HTTP layer. */
import { readConfig } from '../platform/config/config';
import type { Person } from '../platform/auth/rules/principal';
import { toPerson } from '../platform/auth/identity';
import type { Database } from '../platform/database/database';
import { signIn } from '../platform/auth/users';

/** The person with this email and their current permissions. */
export async function findPerson(database: Database, email: string): Promise<Person> {
  const config = readConfig({ ADMIN_EMAILS: 'root@x.test' });
  const isSuperadmin = email === 'root@x.test';
  const user = await signIn(database, { email, displayName: email, subject: undefined, isSuperadmin });
  return { kind: 'person', ...toPerson(config, user) };
}
