/** The beta-access programme: request, status. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { Timestamp, Uuid } from './common';
import { BetaAccessStatus } from './session';

export const BetaAccessRequest = z.object({
  id: Uuid,
  email: z.string(),
  status: z.enum(['pending', 'accepted', 'denied']),
  requested_at: Timestamp,
  reviewed_at: Timestamp.nullable(),
  reviewer_email: z.string().nullable(),
});

export const betaAccessEndpoints = {
  'POST /beta-access/request': endpoint({
    summary: 'Ask for access. The e-mail comes from the identity; one in the body is ignored.',
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
