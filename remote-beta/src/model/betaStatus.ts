/** Statuses of a user in the beta program. */
import type { BetaAccessStatus } from '@hindsight/shared-contracts/api';

export const STATUSES: readonly BetaAccessStatus[] = [
  'not_requested',
  'pending',
  'accepted',
  'denied',
  'revoked',
];

/** Statuses that an admin can set; only a request makes a user pending. */
export const SETTABLE = ['accepted', 'denied', 'revoked', 'not_requested'] as const;
export type SettableStatus = (typeof SETTABLE)[number];

/** Whether setting a status removes access. */
export const isDestructive = (status: SettableStatus) => status === 'denied' || status === 'revoked';
