/** The beta-access program: requests and their status. */
import { z } from 'zod';
import { MAX_EMAIL, MAX_PAGE_SIZE } from '../rules/limits';
import { endpoint } from './endpoint';
import { IdParams, Timestamp, Uuid } from './common';
import { BetaAccessStatus } from './session';

export const BetaAccessRequest = z.object({
  id: Uuid,
  email: z.string(),
  status: z.enum(['pending', 'accepted', 'denied']),
  requested_at: Timestamp,
  reviewed_at: Timestamp.nullable(),
  reviewer_email: z.string().nullable(),
});

/** A user of the program, as beta admins see it. */
export const BetaAccessUser = z.object({
  user_id: Uuid,
  email: z.string(),
  display_name: z.string().nullable(),
  beta_access_status: BetaAccessStatus,
  last_request: BetaAccessRequest.nullable(),
});

export const BetaReview = z.object({
  success: z.literal(true),
  request_id: Uuid,
  message: z.string(),
  request_email: z.string(),
  decision: z.enum(['accepted', 'denied']),
  already_processed: z.boolean(),
});

/** `requested_at` sorts by the latest request; users without a request come last. */
export const BetaUserSort = z.enum(['email', 'display_name', 'status', 'requested_at']);

export const betaAccessEndpoints = {
  'POST /beta-access/review/{id}/token': endpoint({
    summary: 'Grant or deny access with the link from an email; needs no session.',
    params: IdParams,
    body: z.object({ token: z.string().max(500), decision: z.string().max(50) }),
    response: BetaReview,
  }),
  'POST /beta-access/review/{id}': endpoint({
    summary: 'Grant or deny access as a beta admin.',
    params: IdParams,
    query: z.object({ decision: z.string().max(50).optional(), reason: z.string().max(2000).optional() }),
    response: BetaReview,
  }),
  'POST /beta-access/review/{id}/resend-token': endpoint({
    summary: 'Send the beta admins a new review link; the old one stops working.',
    params: IdParams,
    response: z.object({ success: z.literal(true), request_id: Uuid, token_expires_at: Timestamp }),
  }),
  'GET /beta-access/pending': endpoint({
    summary: 'Pending requests, oldest first.',
    response: z.object({ requests: z.array(BetaAccessRequest) }),
  }),
  'GET /beta-access/pending/stuck': endpoint({
    summary: 'Requests that have been pending for days.',
    query: z.object({ older_than_days: z.coerce.number().int().min(0).max(3650).default(7) }),
    response: z.object({ requests: z.array(BetaAccessRequest), older_than_days: z.number().int() }),
  }),
  'GET /beta-access/admin/users': endpoint({
    summary: 'Users, by email unless sorted otherwise; all of them without parameters. X-Total-Count.',
    query: z.object({
      skip: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(0).max(MAX_PAGE_SIZE).optional(),
      search: z.string().max(MAX_EMAIL).optional(),
      status: z.preprocess((value) => (value === '' ? undefined : value), BetaAccessStatus.optional()),
      sort_by: BetaUserSort.default('email'),
      sort_order: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: z.object({ users: z.array(BetaAccessUser), total_count: z.number().int() }),
  }),
  'PATCH /beta-access/admin/users/{user_id}': endpoint({
    summary: "Set a user's status: accepted, denied, revoked or not_requested.",
    params: z.object({ user_id: Uuid }),
    body: z.object({ status: z.string().max(50) }),
    response: z.object({ success: z.literal(true), user: BetaAccessUser }),
  }),
  'POST /beta-access/request': endpoint({
    summary: 'Request access. The email comes from the identity; one in the body is ignored.',
    body: z.object({ email: z.string().optional() }).optional(),
    status: 201,
    response: z.object({ success: z.literal(true), request_id: Uuid }),
  }),
  'GET /beta-access/status': endpoint({
    summary: "The caller's status and latest request.",
    response: z.object({ status: BetaAccessStatus, last_request: BetaAccessRequest.nullable() }),
  }),
};

export type BetaAccessRequest = z.infer<typeof BetaAccessRequest>;
export type BetaAccessUser = z.infer<typeof BetaAccessUser>;
export type BetaUserSort = z.infer<typeof BetaUserSort>;
export type BetaReview = z.infer<typeof BetaReview>;
