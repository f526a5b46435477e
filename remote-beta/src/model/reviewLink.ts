/** The link with which a mail lets a reviewer decide, and what its outcome is called. */
import { ApiError, fields, firstText } from '@hindsight/shared-contracts/api/client';
import type { ToastType } from '@hindsight/shared-contracts/shell';

export interface ReviewLink {
  requestId: string;
  decision: 'accepted' | 'denied';
  token: string;
}

/** Every parameter of the link; all leave the address afterwards. */
export const REVIEW_PARAMETERS = ['beta_review', 'beta_decision', 'decision', 'beta_token', 'token'] as const;

export const INVALID_DECISION = 'Invalid beta access review decision provided.';
export const EXPIRED = 'This beta access review link has expired.';
export const INVALID_TOKEN = 'Invalid beta access review token.';
const NOT_UPDATED = 'Unable to update beta access request';

/** Null when the request, the decision or the token is missing, or the decision is none of the two. */
export function readReviewLink(params: URLSearchParams): ReviewLink | null {
  const value = (...names: string[]) => names.map((name) => params.get(name)?.trim()).find(Boolean) ?? '';
  const requestId = value('beta_review');
  const decision = value('beta_decision', 'decision').toLowerCase();
  const token = value('beta_token', 'token');
  if (requestId === '' || token === '') return null;
  return decision === 'accepted' || decision === 'denied' ? { requestId, decision, token } : null;
}

export interface ReviewResult {
  message: string;
  email: string;
  already: boolean;
}

/** Reads the service's answer; a missing message is the specification's. */
export function readReview(answer: unknown, { decision }: ReviewLink): ReviewResult {
  const body = fields(answer);
  const standard =
    decision === 'accepted' ? 'Beta access request approved successfully.' : 'Beta access request denied.';
  return {
    message: firstText(body['message']) || standard,
    email: firstText(body['request_email']),
    already: body['already_processed'] === true,
  };
}

/** Where an accepted request leads. */
export function grantedPath({ email, already }: ReviewResult): string {
  const query = new URLSearchParams({ email, ...(already && { status: 'already' }) });
  return `/beta-access/review/granted?${query.toString()}`;
}

export interface ReviewFailure {
  type: ToastType;
  message: string;
  /** Nothing is gained by trying again with this link. */
  final: boolean;
}

/** What to say when the decision was not carried out. */
export function reviewFailure(error: unknown): ReviewFailure {
  const isAnswer = error instanceof ApiError;
  const said = isAnswer ? (error.detail ?? NOT_UPDATED) : error instanceof Error ? error.message : '';
  const final = isAnswer && error.status < 500 && error.status !== 429;
  if (isAnswer && /expired/i.test(said)) return { type: 'warning', message: EXPIRED, final };
  if (isAnswer && /token/i.test(said)) return { type: 'warning', message: INVALID_TOKEN, final };
  return {
    type: 'error',
    message: `Failed to update beta access request: ${said || 'Unknown error'}`,
    final,
  };
}
