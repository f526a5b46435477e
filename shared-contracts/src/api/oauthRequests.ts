/** OAuth sign-in requests, as the approval page sees them. The protocol itself is served outside this table, under `/oauth/`. */
import { z } from 'zod';
import { Timestamp } from './common';
import { Approval } from './deviceGrants';
import { endpoint } from './endpoint';

const Params = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });

/** A request as the approval page shows it. */
export const OAuthRequest = z.object({
  id: z.string(),
  /** As the program claims it, without invisible characters. */
  client_name: z.string(),
  /** The name in plain letters, if it contains look-alikes; null otherwise. */
  looks_like: z.string().nullable(),
  /** Host of the document that describes the program; null for one that registered itself. */
  client_host: z.string().nullable(),
  /** Redirect target: a host, or the URL scheme of a local program. */
  redirect_to: z.string(),
  scopes: z.array(z.enum(['read', 'write'])),
  expires_at: Timestamp,
});

/** Where the browser navigates next. */
const Next = z.object({ redirect_to: z.string() });

export const oauthRequestEndpoints = {
  'GET /oauth/requests/{id}/details': endpoint({
    summary: 'A pending sign-in; only in the browser that started it.',
    params: Params,
    response: OAuthRequest,
  }),
  'POST /oauth/requests/{id}/approve': endpoint({
    summary: 'Approve: let the program use a token of the caller for a workspace and an agent in it.',
    params: Params,
    body: Approval,
    response: Next,
  }),
  'POST /oauth/requests/{id}/deny': endpoint({
    summary: 'Deny the request; the program gets no token.',
    params: Params,
    response: Next,
  }),
};

export type OAuthRequest = z.infer<typeof OAuthRequest>;
