/** On whose behalf a job continues: the current rights of the requesting person or token. */
import { eq } from 'drizzle-orm';
import type { Config } from '../config/config';
import { mayUseMemoryData } from '../auth/rules/permissions';
import type { Person, TokenHolder } from '../auth/rules/principal';
import { holder, toPerson } from '../auth/identity';
import type { Database } from '../database/database';
import type { JobRow } from './jobs';
import { personalAccessTokens, users } from '../../schema/people';
import { findToken } from '../auth/tokens';
import { signIn } from '../auth/users';

const SYSTEM = { kind: 'system' } as const;

/** The principal, or why the job must not continue. */
export async function jobPrincipal(
  config: Config,
  database: Database,
  job: Pick<JobRow, 'userId' | 'token'>,
): Promise<Person | TokenHolder | { refused: string }> {
  const tokenRow = (job.token as { id: string } | null)?.id;
  const found = await database.read(SYSTEM, async (handle) => {
    const [user] = await handle.select({ email: users.email }).from(users).where(eq(users.id, job.userId));
    const [token] =
      tokenRow === undefined
        ? []
        : await handle
            .select({ publicId: personalAccessTokens.tokenId })
            .from(personalAccessTokens)
            .where(eq(personalAccessTokens.id, tokenRow));
    return { email: user?.email, publicId: token?.publicId };
  });
  const { email, publicId } = found;
  if (email === undefined) return { refused: 'The person who started this no longer has an account.' };
  const token = publicId === undefined ? undefined : await findToken(database, publicId);
  if (tokenRow !== undefined && (!token || token.isExpired || token.row.status !== 'active')) {
    return { refused: 'The token that started this is no longer valid.' };
  }
  const principal = token
    ? await holder(config, database, token)
    : await signIn(database, {
        email,
        displayName: email,
        subject: undefined,
        isSuperadmin: config.adminEmails.has(email),
      }).then((user) => ({ kind: 'person' as const, ...toPerson(config, user) }));
  const verdict = mayUseMemoryData(principal);
  return verdict.allowed ? principal : { refused: verdict.detail };
}
