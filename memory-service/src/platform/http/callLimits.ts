/** Rate limits for requests that reach other people, name what others see, or allow guessing; counted in the database, across processes. */
import type { Database } from '../database/database';
import { countHit } from '../database/rateLimits';
import type { RateLimit } from '../database/rateLimits';
import { readNetwork } from './readNetwork';
import { tooManyRequests } from './problem';

/** A limit, its counter prefix, and the message of the refusal. */
export interface CallLimit extends RateLimit {
  name: string;
  detail: string;
}

const MINUTE = 60;
const HOUR = 3600;
const ATTEMPTS_DETAIL = 'Too many attempts. Try again later.';

/** Generous for people, restrictive for programs. Each returns 429 with `Retry-After`. */
export const CALL_LIMITS = {
  /** Invitations sent or resent by one person, by either endpoint. */
  invitations: {
    name: 'invitations',
    hits: 60,
    windowSeconds: HOUR,
    detail: 'You’ve sent too many invitations. Try again later.',
  },
  /** Invitations answered by one person: each answer notifies the inviter. */
  invitationAnswers: {
    name: 'invitation-answers',
    hits: 60,
    windowSeconds: HOUR,
    detail: 'You’ve answered too many invitations. Try again later.',
  },
  /** Members whose role or flags one person changes, or whom they remove. */
  memberChanges: {
    name: 'member-changes',
    hits: 240,
    windowSeconds: HOUR,
    detail: 'You’ve changed too many members. Try again later.',
  },
  /** Organizations created or renamed by one person: names are unique, so each attempt reveals whether one is taken. */
  organizations: {
    name: 'organizations',
    hits: 60,
    windowSeconds: HOUR,
    detail: 'You’ve created or changed too many organizations. Try again later.',
  },
  testNotifications: {
    name: 'test-notifications',
    hits: 30,
    windowSeconds: HOUR,
    detail: 'You’ve sent too many test notifications. Try again later.',
  },
  betaRequests: {
    name: 'beta-request',
    hits: 20,
    windowSeconds: HOUR,
    detail: 'Too many requests for beta access. Try again later.',
  },
  /** Invalid links to a beta request from one address; valid ones are not counted. */
  betaReviews: {
    name: 'beta-review',
    hits: 60,
    windowSeconds: HOUR,
    detail: 'Too many attempts from this address. Try again later.',
  },
  /** Token requests by programs, from one address. */
  deviceRequests: {
    name: 'device-request',
    hits: 30,
    windowSeconds: 10 * MINUTE,
    detail: ATTEMPTS_DETAIL,
  },
  /** Device codes looked up by one person, right or wrong: far fewer than guessing would take. */
  deviceCodes: {
    name: 'device-code',
    hits: 40,
    windowSeconds: 10 * MINUTE,
    detail: ATTEMPTS_DETAIL,
  },
  /** Client registrations for sign-in, from one address. */
  clientRegistrations: {
    name: 'client-registration',
    hits: 20,
    windowSeconds: 10 * MINUTE,
    detail: ATTEMPTS_DETAIL,
  },
  /** Client registrations from all addresses, against distributed floods. */
  allClientRegistrations: {
    name: 'client-registrations',
    hits: 2000,
    windowSeconds: HOUR,
    detail: 'Too many programs are registering right now. Try again later.',
  },
  /** OAuth sign-ins started from one address. */
  oauthRequests: {
    name: 'oauth-request',
    hits: 60,
    windowSeconds: 10 * MINUTE,
    detail: ATTEMPTS_DETAIL,
  },
  /** Invalid tokens from one address. */
  tokenGuesses: {
    name: 'token-guess',
    hits: 30,
    windowSeconds: MINUTE,
    detail: 'Too many invalid tokens from this address. Try again later.',
  },
} as const satisfies Record<string, CallLimit>;

/**
 * Counts one request of `caller`, an id or an address, and throws 429 over the limit. Uses a separate transaction, so the count remains if
 * the request fails.
 */
export async function countCall(
  database: Database,
  { name, detail, ...limit }: CallLimit,
  caller: string,
): Promise<void> {
  const wait = await database.write({ kind: 'system' }, (handle) =>
    countHit(handle, `${name}:${readNetwork(caller)}`, limit),
  );
  if (wait > 0) throw tooManyRequests(detail, wait);
}
