/** The spec's sentences for a beta request that could not be made. */
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';

export const DISCLAIMER_REQUIRED = 'You must accept the beta program disclaimer to proceed';
export const EMAIL_UNKNOWN = 'Unable to determine your account email. Please refresh and try again.';
export const ALREADY_REQUESTED = 'You have already requested beta access. Please wait for approval.';
export const REQUEST_FAILED = 'Failed to submit request. Please try again.';
export const NO_NETWORK = 'Network error. Please check your connection and try again.';

/** What keeps the form from being sent, or null. */
export function formError(form: { email: string; accepted: boolean }): string | null {
  if (form.email.trim() === '') return EMAIL_UNKNOWN;
  return form.accepted ? null : DISCLAIMER_REQUIRED;
}

/** The sentence for a call that failed. */
export function requestError(error: unknown): string {
  if (error instanceof NetworkError) return NO_NETWORK;
  return error instanceof ApiError && error.status === 400 ? ALREADY_REQUESTED : REQUEST_FAILED;
}
