/** The email link by which a reviewer decides a request, and the outcome of the decision. */
import type { BetaReview } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { describeError } from '@hindsight/shared-contracts/rules';
import type { ToastType } from '@hindsight/shared-contracts/shell';
import { reviewTexts } from './texts';

export interface ReviewLink {
  requestId: string;
  decision: 'accepted' | 'denied';
  token: string;
}

/** @returns null when the request, the decision or the token is missing or invalid. */
export function readReviewLink(params: URLSearchParams): ReviewLink | null {
  const value = (...names: string[]) => names.map((name) => params.get(name)?.trim()).find(Boolean) ?? '';
  const requestId = value('beta_review');
  const decision = value('beta_decision', 'decision').toLowerCase();
  const token = value('beta_token', 'token');
  if (requestId === '' || token === '') return null;
  return decision === 'accepted' || decision === 'denied' ? { requestId, decision, token } : null;
}

/** Address of the page that shows an accepted request. */
export function grantedPath({ request_email, already_processed }: BetaReview): string {
  const query = new URLSearchParams({
    email: request_email,
    ...(already_processed && { status: 'already' }),
  });
  return `/beta-access/review/granted?${query.toString()}`;
}

interface ReviewFailure {
  type: ToastType;
  message: string;
  /** Retrying with this link cannot succeed. */
  final: boolean;
}

/** Describes a failed decision. */
export function reviewFailure(error: unknown): ReviewFailure {
  if (!(error instanceof ApiError))
    return { type: 'error', message: reviewTexts.failed(describeError(error)), final: false };
  const reason = error.detail ?? reviewTexts.notUpdated;
  const final = error.status < 500 && error.status !== 429;
  if (/expired/i.test(reason)) return { type: 'warning', message: reviewTexts.expired, final };
  if (/token/i.test(reason)) return { type: 'warning', message: reviewTexts.invalidToken, final };
  return { type: 'error', message: reviewTexts.failed(reason), final };
}
