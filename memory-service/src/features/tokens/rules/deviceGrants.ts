/** Codes of the device grant (RFC 8628). */
import { randomBytes, randomInt } from 'node:crypto';

/** Time limit for a decision, in seconds. */
export const GRANT_SECONDS = 600;
/** Minimum interval between polls, in seconds. */
export const POLL_SECONDS = 5;

/** No vowels, to avoid words, and no letters that resemble other letters or digits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/** The secret code of the program. */
export const newDeviceCode = (): string => randomBytes(32).toString('base64url');

/** The code that a person reads on one screen and confirms on another: 8 letters, about 34 random bits. */
export const newUserCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Formats `WDJBMJHT` for display. */
export const formatUserCode = (code: string): string =>
  `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
