/** The states of a person in the beta programme: their names, and which of them an admin may set. */
import type { BetaAccessStatus } from '@hindsight/shared-contracts/api';

export const STATUSES: readonly BetaAccessStatus[] = [
  'not_requested',
  'pending',
  'accepted',
  'denied',
  'revoked',
];

export const STATUS_LABELS: Record<BetaAccessStatus, string> = {
  not_requested: 'Not requested',
  pending: 'Pending',
  accepted: 'Accepted',
  denied: 'Denied',
  revoked: 'Revoked',
};

/** What an admin may set; pending comes of a request alone. */
export const SETTABLE = ['accepted', 'denied', 'revoked', 'not_requested'] as const;
export type SettableStatus = (typeof SETTABLE)[number];

/** What setting it is called on a button. */
export const ACTION_LABELS: Record<SettableStatus, string> = {
  accepted: 'Grant access',
  denied: 'Deny',
  revoked: 'Revoke',
  not_requested: 'Reset to not requested',
};

/** A status as a service sends it; what is none counts as not requested. */
export function readStatus(value: unknown): BetaAccessStatus {
  return STATUSES.find((status) => status === value) ?? 'not_requested';
}

/**
 * What to ask before it is set; null where one person loses nothing.
 * @param isTold whether the service tells the person by mail.
 */
export function questionFor(
  status: SettableStatus,
  count: number,
  whom: string,
  isTold: boolean,
): { title: string; message: string } | null {
  const told = isTold ? ', and will be told by mail' : '';
  if (status === 'denied') {
    return {
      title: 'Deny access?',
      message: `${whom} cannot open the dashboard then${told}.`,
    };
  }
  if (status === 'revoked') {
    return {
      title: 'Revoke access?',
      message: `${whom} will lose access to the dashboard at once${told}.`,
    };
  }
  return count > 1
    ? { title: `${ACTION_LABELS[status]}?`, message: `This changes the status of ${whom}.` }
    : null;
}

export const USERS_FAILED = 'Unable to fetch beta access users.';
export const UPDATE_FAILED = 'Unable to update beta access status.';
export const updatedText = (status: BetaAccessStatus) =>
  `Updated beta access status to ${STATUS_LABELS[status]}`;
