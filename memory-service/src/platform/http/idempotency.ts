/**
 * Makes writes safe to retry after a lost response: the same `Idempotency-Key` is carried out once. The response is stored in the
 * transaction of the write for a day, and replayed to the same request of the same person. See docs/adr/0168.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Person, TokenHolder } from '../auth/rules/principal';
import type { Database } from '../database/database';
import { findStored, releaseKey, storeAnswer, takeKey } from '../database/idempotencyKeys';
import type { KeyedRequest, StoredRequest } from '../database/idempotencyKeys';
import { openTransaction } from './openTransaction';
import { HttpProblem } from './problem';

/** A response as sent over the wire. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON; empty for a response without a body. */
  body: string;
}

/** Identifies a request with an idempotency key. */
interface KeyedCall {
  key: string;
  principal: Person | TokenHolder;
  /** Method, URL, body and the headers that affect the outcome. */
  request: readonly unknown[];
}

const KEY = /^[\x21-\x7e]{1,255}$/;
const WAIT_MS = 20_000;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const cipherKey = (key: string) =>
  Buffer.from(hkdfSync('sha256', key, '', 'hindsight idempotent answer', 32));

/** Encrypts a response with the key, which only its caller knows. */
function seal(key: string, answer: WireAnswer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function open(key: string, sealed: Buffer): WireAnswer {
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as WireAnswer;
}

const inProgressProblem = () =>
  new HttpProblem(
    409,
    'The same request is still in progress. Try again in a moment.',
    { code: 'in_progress' },
    { 'retry-after': '1' },
  );

/** Another request claimed the key while this one started. */
class KeyTaken extends Error {}

/** Returns the stored response. Throws 422 if the key belongs to another request, 409 if that one is not finished. */
function replay(key: string, requestHash: string, stored: StoredRequest): WireAnswer {
  if (stored.requestHash !== requestHash) {
    const detail = 'This Idempotency-Key was already used for another request. Use a new one.';
    throw new HttpProblem(422, detail, { code: 'idempotency_key_reused' });
  }
  if (!stored.answer) throw inProgressProblem();
  return open(key, stored.answer);
}

export interface Idempotency {
  /** Runs a request once, or returns its earlier response. `run` must write through the given database. */
  once: (call: KeyedCall, run: (database: Database) => Promise<WireAnswer>) => Promise<WireAnswer>;
}

export function createIdempotency(database: Database): Idempotency {
  /** Unfinished requests of this process, so a retry waits for work that takes several transactions. */
  const running = new Map<string, Promise<unknown>>();

  const runOnce = async (
    { key, principal }: KeyedCall,
    keyed: KeyedRequest,
    run: (database: Database) => Promise<WireAnswer>,
  ): Promise<WireAnswer> => {
    const transaction = openTransaction(database, async (handle) => {
      if (!(await takeKey(handle, keyed))) throw new KeyTaken();
    });
    try {
      const answer = await run(transaction.database);
      await transaction.commit(principal, (handle) => storeAnswer(handle, keyed, seal(key, answer)));
      return answer;
    } catch (error) {
      const isPartlyDone = await transaction.rollback(error);
      if (isPartlyDone) await database.write(principal, (handle) => releaseKey(handle, keyed));
      throw error;
    }
  };

  return {
    once: async (call, run) => {
      const { key, principal, request } = call;
      if (!KEY.test(key)) {
        throw new HttpProblem(
          422,
          'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.',
        );
      }
      const token = principal.kind === 'token' ? principal.token.id : null;
      const keyed: KeyedRequest = {
        userId: principal.userId,
        keyHash: sha256(key),
        requestHash: sha256(JSON.stringify([token, ...request])),
      };
      const id = `${keyed.userId} ${keyed.keyHash}`;
      const deadline = Date.now() + WAIT_MS;
      for (let other = running.get(id); other; other = running.get(id)) {
        const left = deadline - Date.now();
        if (left <= 0) throw inProgressProblem();
        await Promise.race([
          other.catch(() => undefined),
          new Promise((resolve) => setTimeout(resolve, left).unref()),
        ]);
      }
      const work = findStored(database, keyed).then((stored) =>
        stored ? replay(key, keyed.requestHash, stored) : runOnce(call, keyed, run),
      );
      running.set(id, work);
      try {
        return await work;
      } catch (error) {
        if (!(error instanceof KeyTaken)) throw error;
        const stored = await findStored(database, keyed);
        if (!stored) throw inProgressProblem();
        return replay(key, keyed.requestHash, stored);
      } finally {
        if (running.get(id) === work) running.delete(id);
      }
    },
  };
}
