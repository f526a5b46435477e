/** What is filled in to make a token, its rules, and how it goes over the wire. */
import type { Membership } from '@hindsight/shared-contracts/api';
import type { TokenScope } from './token';
import { NAME_REQUIRED, SCOPE_REQUIRED } from './texts';

/** Longest name that the service takes. */
export const MAX_NAME = 100;
export const EXPIRY_PASSED = 'Choose a time in the future';

export interface TokenDraft {
  name: string;
  read: boolean;
  write: boolean;
  /** Null: every workspace of the person. */
  organizationId: string | null;
  /** ISO in UTC, so that no clock but the person's own decides what they meant; null: never. */
  expiresAt: string | null;
}

export const NEW_TOKEN: TokenDraft = {
  name: '',
  read: true,
  write: false,
  organizationId: null,
  expiresAt: null,
};

export type DraftErrors = Partial<Record<'name' | 'scopes' | 'expiresAt', string>>;

export function expiryError(expiresAt: string | null, now = Date.now()): string | undefined {
  return expiresAt !== null && Date.parse(expiresAt) <= now ? EXPIRY_PASSED : undefined;
}

/** Why the draft cannot be sent, by field; empty when it can. */
export function draftErrors(draft: TokenDraft, now = Date.now()): DraftErrors {
  const expiry = expiryError(draft.expiresAt, now);
  return {
    ...(draft.name.trim() === '' && { name: NAME_REQUIRED }),
    ...(!draft.read && !draft.write && { scopes: SCOPE_REQUIRED }),
    ...(expiry && { expiresAt: expiry }),
  };
}

/** Whether the token would be given more than its person has: it may only read where they may only read. */
export const onlyReads = (
  { write, organizationId }: TokenDraft,
  memberships: readonly Membership[],
): boolean =>
  write &&
  memberships.some(({ organization_id: id, can_write: mayWrite }) => id === organizationId && !mayWrite);

/** The body of the creation; what was not chosen is left out. */
export function tokenBody(draft: TokenDraft) {
  const scopes: TokenScope[] = [
    ...(draft.read ? ['read' as const] : []),
    ...(draft.write ? ['write' as const] : []),
  ];
  return {
    name: draft.name.trim(),
    scopes,
    ...(draft.organizationId && { organization_id: draft.organizationId }),
    ...(draft.expiresAt && { expires_at: draft.expiresAt }),
  };
}

export const EXPIRY_CHOICES = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
] as const;

/** This many days from now at the same minute, as ISO in UTC. */
export function inDays(days: number, now = new Date()): string {
  const then = new Date(now);
  then.setDate(then.getDate() + days);
  then.setSeconds(0, 0);
  return then.toISOString();
}
