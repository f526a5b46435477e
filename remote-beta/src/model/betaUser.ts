/** People in the beta programme as the console lists them, read from whatever the service sent. */
import type { BetaAccessStatus } from '@hindsight/shared-contracts/api';
import { fields, firstText, numberOr } from '@hindsight/shared-contracts/api/client';
import { listIn } from '@hindsight/shared-contracts/api/rows';
import { readStatus } from './betaStatus';

export interface RequestRow {
  id: string;
  status: BetaAccessStatus;
  /** ISO times; empty when unknown. */
  requestedAt: string;
  reviewedAt: string;
  /** `beta-access-token` when the link of a mail decided. */
  reviewerEmail: string;
}

export interface BetaUserRow {
  userId: string;
  email: string;
  /** Empty when the person gave none. */
  displayName: string;
  status: BetaAccessStatus;
  lastRequest: RequestRow | null;
}

function readRequest(value: unknown): RequestRow | null {
  const row = fields(value);
  const id = firstText(row['id']);
  const requestedAt = firstText(row['requested_at']);
  if (id === '' && requestedAt === '') return null;
  return {
    id,
    status: readStatus(row['status']),
    requestedAt,
    reviewedAt: firstText(row['reviewed_at']),
    reviewerEmail: firstText(row['reviewer_email']),
  };
}

export function readUser(value: unknown): BetaUserRow | null {
  const row = fields(value);
  const userId = firstText(row['user_id']);
  if (userId === '') return null;
  return {
    userId,
    email: firstText(row['email']),
    displayName: firstText(row['display_name']),
    status: readStatus(row['beta_access_status']),
    lastRequest: readRequest(row['last_request']),
  };
}

export interface BetaUsers {
  rows: BetaUserRow[];
  /** How many match, when the service chose, sorted and paged; null when it sent everybody it knows. */
  total: number | null;
}

/** A service that counts has also chosen the page; an older one sends everybody. */
export function readUsers(answer: unknown): BetaUsers {
  return {
    rows: listIn(answer, 'users')
      .map(readUser)
      .filter((row) => row !== null),
    total: numberOr(fields(answer)['total_count'], null),
  };
}
