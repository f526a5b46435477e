/** Why a beta request could not be made. */
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { requestTexts } from './texts';

/** Why the form cannot be sent; null when it can. */
export function formError(form: { email: string; accepted: boolean }): string | null {
  if (form.email.trim() === '') return requestTexts.emailUnknown;
  return form.accepted ? null : requestTexts.termsRequired;
}

/** The message for a failed call. */
export function requestError(error: unknown): string {
  if (error instanceof NetworkError) return requestTexts.networkError;
  const isRepeated = error instanceof ApiError && error.status === 400;
  return isRepeated ? requestTexts.alreadyRequested : requestTexts.failed;
}
