/** Stores the responses of completed writes by their idempotency keys. */
import { sql } from 'drizzle-orm';
import type { Database, Handle } from './database';

/** A user's idempotency key, hashed, and the hash of its request. */
export interface KeyedRequest {
  userId: string;
  keyHash: string;
  requestHash: string;
}

export interface StoredRequest {
  requestHash: string;
  /** Null while the work continues in further transactions. */
  answer: Buffer | null;
}

/** How long a response is kept, and how long unfinished work blocks its key: its process may have died. */
const KEY_LIFE = { answered: '1 day', unfinished: '10 minutes' } as const;
const EXPIRED = `created_at < now() - case when answer is null then interval '${KEY_LIFE.unfinished}' else interval '${KEY_LIFE.answered}' end`;

/** The earlier request with this key, or undefined. */
export async function findStored(
  database: Database,
  { userId, keyHash }: KeyedRequest,
): Promise<StoredRequest | undefined> {
  const [row] = await database.ask<StoredRequest>({
    name: 'idempotency-key',
    text: `select request_hash as "requestHash", answer from idempotency_keys
      where user_id = $1 and key_hash = $2 and not (${EXPIRED})`,
    values: [userId, keyHash],
  });
  return row;
}

/** Claims a key; returns false if another request has it. Waits while that request's transaction is open. */
export async function takeKey(
  handle: Handle,
  { userId, keyHash, requestHash }: KeyedRequest,
): Promise<boolean> {
  const { rows } = await handle.execute(sql`
    insert into idempotency_keys (user_id, key_hash, request_hash) values (${userId}::uuid, ${keyHash}, ${requestHash})
    on conflict (user_id, key_hash) do update set request_hash = excluded.request_hash, answer = null, created_at = now()
      where ${sql.raw(`idempotency_keys.${EXPIRED.replace('when answer', 'when idempotency_keys.answer')}`)}
    returning 1`);
  return rows.length > 0;
}

/** Stores the response of a request that holds its key. */
export async function storeAnswer(handle: Handle, { userId, keyHash }: KeyedRequest, answer: Buffer) {
  await handle.execute(
    sql`update idempotency_keys set answer = ${answer} where user_id = ${userId}::uuid and key_hash = ${keyHash}`,
  );
}

/** Releases the key of a request that failed after part of its work was committed. */
export async function releaseKey(handle: Handle, { userId, keyHash }: KeyedRequest): Promise<void> {
  await handle.execute(
    sql`delete from idempotency_keys where user_id = ${userId}::uuid and key_hash = ${keyHash} and answer is null`,
  );
}

/** Deletes keys older than a day. */
export async function deleteOldKeys(handle: Handle): Promise<void> {
  await handle.execute(
    sql`delete from idempotency_keys where created_at < now() - ${KEY_LIFE.answered}::interval`,
  );
}
