/** Programs that sign in by OAuth, as the approval page sees them. The protocol itself is served beside this table, at `/oauth/`. */
import { z } from 'zod';
import { Timestamp } from './common';
import { Approval } from './deviceGrants';
import { endpoint } from './endpoint';

const Params = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });

/** A request as the person who decides about it sees it. */
export const OAuthRequest = z.object({
  id: z.string(),
  /** As the program states it, without invisible characters. */
  client_name: z.string(),
  /** What the name is read as, where some of its letters only look like plain ones. */
  looks_like: z.string().nullable(),
  /** Host whose document describes the program; null for one that described itself. */
  client_host: z.string().nullable(),
  /** Where the answer goes: a host, or the scheme of a program on the machine. */
  redirect_to: z.string(),
  scopes: z.array(z.enum(['read', 'write'])),
  expires_at: Timestamp,
});

/** Where the browser goes on. */
const Next = z.object({ redirect_to: z.string() });

export const oauthRequestEndpoints = {
  'GET /oauth/requests/{id}/details': endpoint({
    summary: 'A pending sign-in; only in the browser that started it.',
    params: Params,
    response: OAuthRequest,
  }),
  'POST /oauth/requests/{id}/approve': endpoint({
    summary: 'Let the program use a token of the caller, for a workspace and an agent in it.',
    params: Params,
    body: Approval,
    response: Next,
  }),
  'POST /oauth/requests/{id}/deny': endpoint({
    summary: 'Refuse the program; it gets no token.',
    params: Params,
    response: Next,
  }),
};

export type OAuthRequest = z.infer<typeof OAuthRequest>;
