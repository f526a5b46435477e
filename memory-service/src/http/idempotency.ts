/** Requests that may be sent again after their answer was lost: the same `Idempotency-Key` makes the same row, not a second one. */
import { createHash } from 'node:crypto';
import { HttpProblem } from './problem';

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The id of what a request makes, from its key and everything that makes it this request (caller, workspace, body); undefined
 * without a key. The primary key of the table then does what a list of seen keys would do: in one transaction, and for ever.
 * Throws 422 when the key is not one.
 */
export function repeatableId(key: string | undefined, request: readonly unknown[]): string | undefined {
  if (key === undefined) return undefined;
  if (!KEY.test(key)) {
    throw new HttpProblem(422, 'Idempotency-Key must be 1 to 255 characters of ASCII without blanks.');
  }
  const hex = createHash('sha256')
    .update(JSON.stringify([key, ...request]))
    .digest('hex');
  // Version 8: an id whose bits are the maker's own.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
