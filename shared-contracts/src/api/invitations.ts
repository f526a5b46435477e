/** Invitations to an organization. Their secrets are only in the emails. */
import { z } from 'zod';
import { MAX_EMAIL, MAX_PAGE_SIZE } from '../rules/limits';
import { endpoint } from './endpoint';
import { AfterRow, IdParams, Timestamp, Uuid } from './common';
import { Role } from './session';

export const InvitationStatus = z.enum(['pending', 'accepted', 'revoked', 'expired']);

export const Invitation = z.object({
  id: Uuid,
  organization_id: Uuid,
  email: z.string(),
  role: Role,
  invited_by_user_id: Uuid.nullable(),
  /** `expired`: pending but past `expires_at`. */
  status: InvitationStatus,
  /** Kept for older clients; the secret is only in the email. */
  token: z.null(),
  created_at: Timestamp,
  expires_at: Timestamp,
  accepted_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  /** Revoked by the invited person. */
  declined: z.boolean(),
});

/** Details shown to the invited person before accepting or declining. */
export const InvitationDetails = z.object({
  organization_name: z.string(),
  /** Null if the inviter's account was deleted. */
  inviter_name: z.string().nullable(),
  role: Role,
  expires_at: Timestamp,
});

const InvitationParams = IdParams.extend({ invitation_id: Uuid });
const TokenQuery = z.object({ token: z.string().max(200).optional() });

export const invitationEndpoints = {
  'POST /organizations/{id}/invitations': endpoint({
    summary: 'Invite an email address; the link is valid for seven days.',
    params: IdParams,
    body: z.object({ email: z.string().max(MAX_EMAIL), role: Role }),
    status: 201,
    response: Invitation,
  }),
  'GET /organizations/{id}/invitations': endpoint({
    summary:
      'Invitations, newest first; status pending (default), accepted, revoked, expired or all. X-Total-Count.',
    params: IdParams,
    query: z.object({
      status: z.string().max(50).default('pending'),
      skip: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(0).max(MAX_PAGE_SIZE).default(100),
      after: AfterRow,
    }),
    response: z.array(Invitation),
  }),
  'GET /organizations/{id}/invitations/counts': endpoint({
    summary: 'Number of invitations in each status.',
    params: IdParams,
    response: z.object({
      pending: z.number().int(),
      accepted: z.number().int(),
      revoked: z.number().int(),
      expired: z.number().int(),
      all: z.number().int(),
    }),
  }),
  'GET /organizations/{id}/invitations/{invitation_id}': endpoint({
    summary: 'A pending invitation, for the invited person; the same checks apply as for accepting it.',
    params: InvitationParams,
    query: TokenQuery,
    response: InvitationDetails,
  }),
  'POST /organizations/{id}/invitations/{invitation_id}/resend': endpoint({
    summary: 'Send a new link for a pending or expired invitation; the old one stops working.',
    params: InvitationParams,
    response: Invitation,
  }),
  'DELETE /organizations/{id}/invitations/{invitation_id}': endpoint({
    summary: 'Revoke a pending invitation.',
    params: InvitationParams,
    status: 204,
  }),
  'POST /organizations/{id}/invitations/{invitation_id}/accept': endpoint({
    summary: 'Accept an invitation. The email must be the invited one and the token, if any, the newest.',
    params: InvitationParams,
    query: TokenQuery,
    response: z.object({
      user_id: Uuid,
      role: Role,
      can_read: z.boolean(),
      can_write: z.boolean(),
      organization_id: Uuid,
      created_at: Timestamp,
    }),
  }),
  'POST /organizations/{id}/invitations/{invitation_id}/decline': endpoint({
    summary: 'Decline an invitation; its status becomes revoked.',
    params: InvitationParams,
    query: TokenQuery,
    response: z.object({ status: z.literal('revoked') }),
  }),
};

export type Invitation = z.infer<typeof Invitation>;
export type InvitationDetails = z.infer<typeof InvitationDetails>;
export type InvitationStatus = z.infer<typeof InvitationStatus>;
