/** Codes of programs that ask for a token (RFC 8628). */
import { randomBytes, randomInt } from 'node:crypto';

/** Seconds in which a person can decide. */
export const GRANT_SECONDS = 600;
/** Least seconds between two polls. */
export const POLL_SECONDS = 5;

/** Without vowels, so that no word comes up, and without letters that look like others or like digits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/** The code that a program keeps to itself. */
export const newDeviceCode = (): string => randomBytes(32).toString('base64url');

/** The code that a person reads on one screen and confirms on another: 8 letters, about 34 random bits. */
export const newUserCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** `WDJBMJHT` as people read it. */
export const shownCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
