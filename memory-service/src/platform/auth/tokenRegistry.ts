/** Verifies request tokens and records their use off the request path. */
import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../config/config';
import { matchesHash, parseToken } from './rules/tokens';
import type { Database } from '../database/database';
import { getOrCreateState } from '../database/serviceState';
import { findToken, recordUses } from './tokens';
import type { StoredToken, TokenUse } from './tokens';
import { CALL_LIMITS, countCall } from '../http/callLimits';
import { HttpProblem } from '../http/problem';

const SYSTEM = { kind: 'system' } as const;
const FLUSH_MS = 1000;
/** Maximum number of accepted tokens recognized without a query; those unused the longest are dropped first. */
const MOST_ACCEPTED = 10_000;

interface AcceptedToken {
  id: string;
  ownerId: string;
}

export interface TokenRegistry {
  /** Key of the stored hashes: TOKEN_PEPPER, else one stored in the database. */
  pepper: () => Promise<string>;
  /**
   * Returns the token for `text`. Throws 401 with a message, and 429 when `address` is guessing. `known` receives the row's id as soon as
   * it is found, even if the token is then rejected.
   */
  check: (text: string, address: string, known: (id: string) => void) => Promise<StoredToken>;
  /**
   * Creates a text that represents a token within this process until `end` is called, for internal calls on behalf of a program whose own
   * credential is valid for one address only.
   */
  lend: (token: StoredToken) => { text: string; end: () => void };
  /** A token that this process accepted earlier; it may no longer be valid. */
  acceptedBefore: (text: string) => AcceptedToken | undefined;
  /** Records details of a token's use, by the id of its row. */
  note: (id: string, seen: TokenUse['seen']) => void;
  /** Writes recorded uses; call before the database closes. */
  flush: () => Promise<void>;
}

export function createTokenRegistry(config: Config, database: Database): TokenRegistry {
  const uses = new Map<string, TokenUse>();
  const accepted = new Map<string, AcceptedToken>();
  /** Public ids of tokens by the texts lent for them. */
  const lent = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let key: Promise<string> | undefined;

  const pepper = (): Promise<string> => {
    if (config.tokenPepper !== undefined) return Promise.resolve(config.tokenPepper);
    key ??= getOrCreateState(database, 'token_pepper', () => randomBytes(32).toString('hex')).catch(
      (error: unknown) => {
        key = undefined;
        throw error;
      },
    );
    return key;
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (uses.size === 0) return;
    const batch = new Map(uses);
    uses.clear();
    await database.write(SYSTEM, (handle) => recordUses(handle, batch));
  };

  const remember = (id: string, usedAt: Date | null, seen: TokenUse['seen']): void => {
    const before = uses.get(id);
    uses.set(id, { usedAt: usedAt ?? before?.usedAt ?? null, seen: { ...before?.seen, ...seen } });
    // A use that could not be written is written with the next one: the column is informational and decides nothing.
    timer ??= setTimeout(() => void flush().catch(() => undefined), FLUSH_MS).unref();
  };

  const hashToken = (text: string) => createHash('sha256').update(text.trim()).digest('base64');
  const accept = (text: string, token: AcceptedToken): void => {
    const digest = hashToken(text);
    accepted.delete(digest);
    accepted.set(digest, token);
    const [oldest] = accepted.keys();
    if (accepted.size > MOST_ACCEPTED && oldest !== undefined) accepted.delete(oldest);
  };

  const refuse = async (detail: string, address: string): Promise<never> => {
    await countCall(database, CALL_LIMITS.tokenGuesses, address);
    throw new HttpProblem(401, detail);
  };

  const check: TokenRegistry['check'] = async (text, address, known) => {
    const lentId = lent.get(text);
    const parts = lentId === undefined ? parseToken(text.trim()) : { tokenId: lentId, secret: null };
    if (!parts) return refuse('Invalid token format', address);
    const key = await pepper();
    const stored = await findToken(database, parts.tokenId);
    if (stored) known(stored.row.id);
    // Unknown ids are compared as well, so timing does not reveal which ids exist.
    const isRight =
      parts.secret === null || matchesHash(key, stored?.row.secretHash ?? '0'.repeat(64), parts.secret);
    if (!stored || !isRight) return refuse('Invalid token', address);
    if (stored.row.status !== 'active') throw new HttpProblem(401, 'Token not active');
    if (stored.isExpired) throw new HttpProblem(401, 'Token expired');
    remember(stored.row.id, new Date(), {});
    accept(text, { id: stored.row.id, ownerId: stored.owner.id });
    return stored;
  };

  const lend: TokenRegistry['lend'] = ({ row, owner }) => {
    const text = `lent_${randomBytes(32).toString('base64url')}`;
    lent.set(text, row.tokenId);
    accept(text, { id: row.id, ownerId: owner.id });
    const end = () => {
      lent.delete(text);
      accepted.delete(hashToken(text));
    };
    return { text, end };
  };

  return {
    pepper,
    check,
    lend,
    acceptedBefore: (text) => accepted.get(hashToken(text)),
    note: (id, seen) => remember(id, null, seen),
    flush,
  };
}
