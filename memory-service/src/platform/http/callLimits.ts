/** How often one caller may make the calls that reach other people, name what others see or guess; counted in the database, for all processes. */
import type { Database } from '../database/database';
import { countHit } from '../database/rateLimits';
import type { RateLimit } from '../database/rateLimits';
import { readNetwork } from './readNetwork';
import { tooMany } from './problem';

/** A limit, the prefix of its counters, and the sentence of the refusal. */
export interface CallLimit extends RateLimit {
  name: string;
  detail: string;
}

const MINUTE = 60;
const HOUR = 3600;
const ATTEMPTS_DETAIL = 'Too many attempts. Wait and try again.';

/** Generous for people, in the way of programs. Every one answers 429 with `Retry-After`. */
export const CALL_LIMITS = {
  /** Invitations that one person sends or sends again, by either call. */
  invitations: {
    name: 'invitations',
    hits: 60,
    windowSeconds: HOUR,
    detail: 'You have sent many invitations. Wait before you send more.',
  },
  /** Invitations that one person answers: each answer notifies the inviter. */
  invitationAnswers: {
    name: 'invitation-answers',
    hits: 60,
    windowSeconds: HOUR,
    detail: 'You have answered many invitations. Wait before you answer more.',
  },
  /** Members whose role or flags one person changes, or whom that person removes. */
  memberChanges: {
    name: 'member-changes',
    hits: 240,
    windowSeconds: HOUR,
    detail: 'You have changed many members. Wait before you change more.',
  },
  /** Organizations that one person creates or renames: names are unique, so each try tells whether one is taken. */
  organizations: {
    name: 'organizations',
    hits: 60,
    windowSeconds: HOUR,
    detail: 'You have created or changed too many organizations. Wait before you continue.',
  },
  testNotifications: {
    name: 'test-notifications',
    hits: 30,
    windowSeconds: HOUR,
    detail: 'You have sent too many test notifications. Wait before you send more.',
  },
  betaRequests: {
    name: 'beta-request',
    hits: 20,
    windowSeconds: HOUR,
    detail: 'Too many requests for beta access. Wait before you try again.',
  },
  /** Wrong links to a beta request from one address; the right one is not counted. */
  betaReviews: {
    name: 'beta-review',
    hits: 60,
    windowSeconds: HOUR,
    detail: 'Too many attempts from this address. Wait and try again.',
  },
  /** Requests of programs for a token, from one address. */
  deviceRequests: {
    name: 'device-request',
    hits: 30,
    windowSeconds: 10 * MINUTE,
    detail: ATTEMPTS_DETAIL,
  },
  /** Codes of programs that one person looks up, right or wrong: far below what guessing would take. */
  deviceCodes: {
    name: 'device-code',
    hits: 40,
    windowSeconds: 10 * MINUTE,
    detail: ATTEMPTS_DETAIL,
  },
  /** Programs that register to sign in, from one address. */
  clientRegistrations: {
    name: 'client-registration',
    hits: 20,
    windowSeconds: 10 * MINUTE,
    detail: ATTEMPTS_DETAIL,
  },
  /** The same from all addresses: a flood from many ends as well. */
  allClientRegistrations: {
    name: 'client-registrations',
    hits: 2000,
    windowSeconds: HOUR,
    detail: 'Too many programs are registering right now. Try again later.',
  },
  /** Sign-ins of programs that begin at one address. */
  oauthRequests: {
    name: 'oauth-request',
    hits: 60,
    windowSeconds: 10 * MINUTE,
    detail: ATTEMPTS_DETAIL,
  },
  /** Wrong tokens from one address. */
  tokenGuesses: {
    name: 'token-guess',
    hits: 30,
    windowSeconds: MINUTE,
    detail: 'Too many invalid tokens from this address. Wait and try again.',
  },
} as const satisfies Record<string, CallLimit>;

/** Counts one call of `caller`, an id or an address, and throws 429 over the limit. In a transaction of its own: the count stays when the call fails. */
export async function countCall(
  database: Database,
  { name, detail, ...limit }: CallLimit,
  caller: string,
): Promise<void> {
  const wait = await database.write({ kind: 'system' }, (handle) =>
    countHit(handle, `${name}:${readNetwork(caller)}`, limit),
  );
  if (wait > 0) throw tooMany(detail, wait);
}
