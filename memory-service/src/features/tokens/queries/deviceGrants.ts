/** Stores device grants until a person has decided and the token is fetched. */
import { and, eq, sql } from 'drizzle-orm';
import { GRANT_SECONDS, POLL_SECONDS } from '../rules/deviceGrants';
import type { Handle } from '../../../platform/database/database';
import { onlyRow } from '../../../platform/database/errors';
import { deviceGrants as grants } from '../../../schema/deviceGrants';

export type DeviceGrant = typeof grants.$inferSelect;

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Inserts a pending request. */
export async function insertGrant(
  handle: Handle,
  given: Pick<DeviceGrant, 'deviceCodeHash' | 'userCodeHash' | 'clientName' | 'machineName' | 'address'>,
): Promise<DeviceGrant> {
  const times = { expiresAt: inSeconds(GRANT_SECONDS), nextPollAt: sql`now()` };
  return onlyRow(
    await handle
      .insert(grants)
      .values({ ...given, ...times })
      .returning(),
  );
}

/** Finds a pending request and, if `lock` is set, locks it. */
export async function findPending(
  handle: Handle,
  userCodeHash: string,
  lock?: 'update',
): Promise<DeviceGrant | undefined> {
  const query = handle
    .select()
    .from(grants)
    .where(
      and(
        eq(grants.userCodeHash, userCodeHash),
        eq(grants.status, 'pending'),
        sql`${grants.expiresAt} > now()`,
      ),
    );
  const [row] = await (lock ? query.for(lock) : query);
  return row;
}

/** Records a person's decision. */
export async function decideGrant(
  handle: Handle,
  id: string,
  decision:
    | { status: 'denied'; userId: string }
    | { status: 'approved'; userId: string; tokenId: string; agentId: string },
): Promise<void> {
  await handle.update(grants).set(decision).where(eq(grants.id, id));
}

/** Finds and locks the request of a poll, and whether it has expired or the poll is too early. */
export async function lockForPoll(
  handle: Handle,
  deviceCodeHash: string,
): Promise<{ row: DeviceGrant; isExpired: boolean; isEarly: boolean } | undefined> {
  const [found] = await handle
    .select({
      row: grants,
      isExpired: sql<boolean>`${grants.expiresAt} <= now()`,
      isEarly: sql<boolean>`${grants.nextPollAt} > now()`,
    })
    .from(grants)
    .where(eq(grants.deviceCodeHash, deviceCodeHash))
    .for('update');
  return found;
}

/** Schedules the next allowed poll; a poll that came too early doubles the interval. */
export async function notePoll(handle: Handle, { id }: DeviceGrant, isEarly: boolean): Promise<void> {
  const seconds = isEarly ? 2 * POLL_SECONDS : POLL_SECONDS;
  await handle
    .update(grants)
    .set({ nextPollAt: inSeconds(seconds) })
    .where(eq(grants.id, id));
}

/** Marks the token as fetched, which invalidates both codes. */
export async function redeemGrant(handle: Handle, { id }: DeviceGrant): Promise<void> {
  await handle.update(grants).set({ status: 'redeemed' }).where(eq(grants.id, id));
}

/** Deletes requests that expired more than an hour ago, and tokens created for them that were never fetched. */
export async function deleteOldGrants(handle: Handle): Promise<void> {
  await handle.execute(sql`
    with ended as (delete from device_grants where expires_at < now() - interval '1 hour' returning status, token_id, created_at)
    delete from personal_access_tokens as token using ended
    where ended.status = 'approved' and token.id = ended.token_id and token.created_at >= ended.created_at`);
}
