/** Draft of a new token, with validation and request body. */
import type { Membership } from '@hindsight/shared-contracts/api';
import type { TokenScope } from './token';
import { NAME_REQUIRED, SCOPE_REQUIRED } from './texts';

/** Maximum name length that the service accepts. */
export const MAX_NAME = 100;
export const EXPIRY_PASSED = 'Choose a time in the future';

export interface TokenDraft {
  name: string;
  read: boolean;
  write: boolean;
  /** Null: all workspaces of the user. */
  organizationId: string | null;
  /** ISO 8601 in UTC, so only the user's own clock decides what they meant; null: never. */
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

/** Validation errors by field; empty when the draft can be sent. */
export function draftErrors(draft: TokenDraft, now = Date.now()): DraftErrors {
  const expiry = expiryError(draft.expiresAt, now);
  return {
    ...(draft.name.trim() === '' && { name: NAME_REQUIRED }),
    ...(!draft.read && !draft.write && { scopes: SCOPE_REQUIRED }),
    ...(expiry && { expiresAt: expiry }),
  };
}

/** Whether the draft requests write access to an organization where its owner has only read access. */
export const lacksWriteAccess = (
  { write, organizationId }: TokenDraft,
  memberships: readonly Membership[],
): boolean =>
  write &&
  memberships.some(({ organization_id: id, can_write: mayWrite }) => id === organizationId && !mayWrite);

/** Request body of the creation, without unset fields. */
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

/** The same time of day a number of days from now, as ISO 8601 in UTC. */
export function inDays(days: number, now = new Date()): string {
  const then = new Date(now);
  then.setDate(then.getDate() + days);
  then.setSeconds(0, 0);
  return then.toISOString();
}
