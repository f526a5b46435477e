/** Derives an email and an initial display name from the gateway's headers. */
import { isPlain, withoutHidden } from '@hindsight/shared-contracts/api';

const MAX_EMAIL = 320;
const MAX_NAME = 80;

/**
 * Accepts one spelling per mailbox: anything that mail programs interpret (comments, groups, quotes, a trailing dot, full-width letters and
 * dots) would let one person count as several for every limit.
 */
const MAILBOX = /^[^\s@,:;<>()[\]\\"]+@[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)*$/u;

/** Trims and lower-cases an address; undefined if it cannot be an email address. */
export function normalizeEmail(value: string): string | undefined {
  const email = value.trim().toLowerCase();
  const isOneForm = MAILBOX.test(email) && isPlain(email) && email.normalize('NFKC') === email;
  return email.length <= MAX_EMAIL && isOneForm ? email : undefined;
}

/** Whether a value looks like an identity provider's internal id (a number, a UUID, `provider|id`, a long mix) rather than a name. */
export function looksOpaque(value: string): boolean {
  if (value === '' || /^\d+$/.test(value) || value.includes('|')) return true;
  if (/^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i.test(value)) return true;
  return value.length >= 20 && !/\s/.test(value) && /\d/.test(value);
}

/** Initial name of a new person: the preferred one if it reads like a name, else the email's local part. */
export function initialDisplayName(preferred: string | undefined, email: string): string {
  const name = withoutHidden(preferred ?? '').trim();
  const local = email.slice(0, email.indexOf('@'));
  return (looksOpaque(name) || name.includes('@') ? local : name).slice(0, MAX_NAME);
}

/** Name of a person in messages to others: names are freely chosen, so the email is included. */
export const namedWithEmail = ({
  displayName,
  email,
}: {
  displayName: string | null;
  email: string;
}): string => (displayName === null || displayName === email ? email : `${displayName} (${email})`);

/**
 * The identity provider's id of a person, if the gateway's value is one. Names and addresses change, so they do not identify an account.
 */
export function parseSubject(claimed: string | undefined): string | undefined {
  const subject = claimed?.trim() ?? '';
  return subject !== '' && subject.length <= 255 && !subject.includes('@') && looksOpaque(subject)
    ? subject
    : undefined;
}
