/** Checks the tokens that requests carry and remembers, off the request path, when they were used. */
import { randomBytes } from 'node:crypto';
import type { Config } from '../config';
import { matchesHash, parseToken } from '../domain/tokens';
import type { Database } from '../storage/database';
import { countHit } from '../storage/rateLimits';
import { stateOrElse } from '../storage/serviceState';
import { findToken, noteUses } from '../storage/tokens';
import type { StoredToken } from '../storage/tokens';
import { HttpProblem, tooMany } from './problem';

const SYSTEM = { kind: 'system' } as const;
const FLUSH_MS = 1000;
/** Wrong tokens that one address may send in a minute before it is told to wait. */
export const GUESS_LIMIT = { hits: 30, windowSeconds: 60 };

export interface TokenKeeper {
  /** The key of the stored hashes: TOKEN_PEPPER, else one that the database keeps. */
  pepper: () => Promise<string>;
  /** The token behind `text`. Throws 401 with the wire's text, and 429 when `address` guesses. */
  check: (text: string, address: string) => Promise<StoredToken>;
  /** Writes what is remembered; call it before the database closes. */
  flush: () => Promise<void>;
}

export function createTokenKeeper(config: Config, database: Database): TokenKeeper {
  const uses = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;
  let known: Promise<string> | undefined;

  const pepper = (): Promise<string> => {
    if (config.tokenPepper !== undefined) return Promise.resolve(config.tokenPepper);
    known ??= stateOrElse(database, 'token_pepper', () => randomBytes(32).toString('hex')).catch(
      (error: unknown) => {
        known = undefined;
        throw error;
      },
    );
    return known;
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (uses.size === 0) return;
    const batch = new Map(uses);
    uses.clear();
    await database.write(SYSTEM, (handle) => noteUses(handle, batch));
  };

  const remember = (id: string): void => {
    uses.set(id, new Date());
    // A use that could not be noted is noted with the next one: the column tells a person, it decides nothing.
    timer ??= setTimeout(() => void flush().catch(() => undefined), FLUSH_MS).unref();
  };

  const refuse = async (detail: string, address: string): Promise<never> => {
    const wait = await database.write(SYSTEM, (handle) =>
      countHit(handle, `token-guess:${address}`, GUESS_LIMIT),
    );
    if (wait > 0) throw tooMany('Too many wrong tokens from this address. Wait and try again.', wait);
    throw new HttpProblem(401, detail);
  };

  const check = async (text: string, address: string): Promise<StoredToken> => {
    const parts = parseToken(text.trim());
    if (!parts) return refuse('Invalid token format', address);
    const key = await pepper();
    const stored = await database.read(SYSTEM, (handle) => findToken(handle, parts.tokenId));
    // An unknown id is compared too, so that time does not tell which ids exist.
    const isRight = matchesHash(key, stored?.row.secretHash ?? '0'.repeat(64), parts.secret);
    if (!stored || !isRight) return refuse('Invalid token', address);
    if (stored.row.status !== 'active') throw new HttpProblem(401, 'Token not active');
    if (stored.isExpired) throw new HttpProblem(401, 'Token expired');
    remember(stored.row.id);
    return stored;
  };

  return { pepper, check, flush };
}
