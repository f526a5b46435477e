import type { BetaAccessStatus } from '@hindsight/shared-contracts/api';
import type { SettableStatus } from '../../model/betaStatus';

export const STATUS_LABELS: Record<BetaAccessStatus, string> = {
  not_requested: 'Not requested',
  pending: 'Pending',
  accepted: 'Accepted',
  denied: 'Denied',
  revoked: 'Revoked',
};

/** Labels of the actions that set a status. */
export const ACTION_LABELS: Record<SettableStatus, string> = {
  accepted: 'Grant access',
  denied: 'Deny',
  revoked: 'Revoke',
  not_requested: 'Reset to not requested',
};

export const PERSON = { one: 'person', many: 'people' };

const loadFailed = 'Unable to fetch beta access users.';
const updateFailed = 'Unable to update beta access status.';

export const consoleTexts = {
  loadFailed,
  stale: `${loadFailed} Showing the last loaded list.`,
  noAccess: 'Only beta access administrators can open this page. Ask an administrator for that role.',
  noneTitle: 'No people yet',
  none: 'People appear here when they first sign in.',
  noMatchTitle: 'No matching people',
  signIn: 'Sign in to change beta access.',
  progress: (done: number, total: number) => `${done} of ${total} changed`,
  updated: (status: BetaAccessStatus, count: number) =>
    `Updated beta access status to ${STATUS_LABELS[status]}${count === 1 ? '' : ` for ${count} people`}`,
  notUpdated: (reason: string) => `${updateFailed} ${reason}`,
  partlyFailed: (failed: number, total: number, reason: string) =>
    `${updateFailed} It failed for ${failed} of ${total} people: ${reason}`,
  stopped: (done: number, total: number, failed: number, reason: string) =>
    `Stopped: changed ${done} of ${total} people${failed > 0 ? `, ${failed} failed: ${reason}` : '.'}`,
};

export const historyTexts = {
  requested: 'Requested access',
  decided: (status: string) => `Request ${status.toLowerCase()}`,
  /** An email link does not identify the reviewer. */
  byLink: 'via email link',
  none: 'No decisions about this person yet.',
  forbidden: 'Only superadmins can see the audit trail.',
  failed: (reason: string) => `Couldn’t load the history: ${reason}`,
};

/** Confirmation before setting a status; null when it concerns one user who does not lose access. */
export function confirmationText(
  status: SettableStatus,
  count: number,
  whom: string,
): { title: string; message: string } | null {
  if (status === 'denied')
    return {
      title: 'Deny access?',
      message: `${whom} will not be able to open the dashboard and will be notified by email.`,
    };
  if (status === 'revoked')
    return {
      title: 'Revoke access?',
      message: `${whom} will lose access to the dashboard immediately and will be notified by email.`,
    };
  return count > 1
    ? { title: `${ACTION_LABELS[status]}?`, message: `This changes the status of ${whom}.` }
    : null;
}
