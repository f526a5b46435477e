/** Derives from the gateway's headers an email and a first display name. */
import { isPlain, withoutHidden } from '@hindsight/shared-contracts/api';

const MAX_EMAIL = 320;
const MAX_NAME = 80;

/**
 * One way to write each mailbox: what mail programs read as something else (comments, groups, quotes, a dot at the end, wide letters and
 * dots) would let one person be several for every limit.
 */
const MAILBOX = /^[^\s@,:;<>()[\]\\"]+@[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)*$/u;

/** Trimmed and lower-cased; undefined when it cannot be an email address. */
export function normalizeEmail(value: string): string | undefined {
  const email = value.trim().toLowerCase();
  const isOneForm = MAILBOX.test(email) && isPlain(email) && email.normalize('NFKC') === email;
  return email.length <= MAX_EMAIL && isOneForm ? email : undefined;
}

/** Whether it looks like an identity provider's internal id (a number, a UUID, `provider|id`, a long mix) rather than a name. */
export function looksOpaque(value: string): boolean {
  if (value === '' || /^\d+$/.test(value) || value.includes('|')) return true;
  if (/^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i.test(value)) return true;
  return value.length >= 20 && !/\s/.test(value) && /\d/.test(value);
}

/** The name a new person starts with: the preferred one when it reads like a name, else the email's local part. */
export function initialDisplayName(preferred: string | undefined, email: string): string {
  const name = withoutHidden(preferred ?? '').trim();
  const local = email.slice(0, email.indexOf('@'));
  return (looksOpaque(name) || name.includes('@') ? local : name).slice(0, MAX_NAME);
}

/** How messages name a person to others: names are chosen freely, so the email stands beside them. */
export const namedWithEmail = ({
  displayName,
  email,
}: {
  displayName: string | null;
  email: string;
}): string => (displayName === null || displayName === email ? email : `${displayName} (${email})`);

/** The identity provider's own id of a person, if the gateway's value is one. Names and addresses change, so they bind no account. */
export function parseSubject(claimed: string | undefined): string | undefined {
  const subject = claimed?.trim() ?? '';
  return subject !== '' && subject.length <= 255 && !subject.includes('@') && looksOpaque(subject)
    ? subject
    : undefined;
}
