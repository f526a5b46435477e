/** Device authorization (after RFC 8628): a program without a session gets a token when a signed-in person approves it in the browser. */
import { z } from 'zod';
import { MAX_AGENT_NAME } from '../rules/limits';
import { Name, Timestamp, Uuid } from './common';
import { endpoint } from './endpoint';
import { ApiToken, Expiry, TokenScope } from './tokens';

/** A name that a program claims for itself or its machine: shown on the approval page and otherwise untrusted. */
const Stated = Name(100);

/** User code such as `WDJB-MJHT`: case does not matter and non-letters are ignored. */
const UserCode = z
  .string()
  .max(50)
  .transform((typed) => typed.toUpperCase().replace(/[^A-Z]/g, ''))
  .pipe(z.string().length(8, 'The code has 8 letters.'));

const UserCodeParams = z.object({ user_code: UserCode });

/** A request as the approval page shows it. */
export const DeviceRequest = z.object({
  /** With its hyphen, as the terminal shows it. */
  user_code: z.string(),
  client_name: z.string(),
  /** The name in plain letters, if it contains look-alikes; null otherwise. */
  looks_like: z.string().nullable(),
  machine_name: z.string(),
  /** IP address of the requesting program. */
  address: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
});

/** Rights that a person grants to a program. */
export const Approval = z
  .object({
    /** Limits the token to an organization; null limits it to the personal workspace. */
    organization_id: Uuid.nullable(),
    agent_id: Uuid.optional(),
    /** Name of an agent in the workspace, which is created if missing. */
    new_agent_name: Name(MAX_AGENT_NAME).optional(),
    scopes: z
      .array(TokenScope.pipe(z.enum(['read', 'write'])))
      .min(1, 'Choose at least one permission.')
      .max(2),
    /** Absent: 90 days. Null: no expiry. */
    expires_at: Expiry,
  })
  .refine((given) => (given.agent_id === undefined) !== (given.new_agent_name === undefined), {
    error: 'Pass agent_id or new_agent_name.',
  });

export const deviceGrantEndpoints = {
  'POST /device/authorize': endpoint({
    summary: 'Request a token, which a signed-in user approves by the user code. Needs no identity.',
    body: z.object({ client_name: Stated, machine_name: Stated }),
    response: z.object({
      device_code: z.string(),
      user_code: z.string(),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      /** Seconds. */
      expires_in: z.number().int(),
      /** Minimum seconds between two calls of `POST /device/token`. */
      interval: z.number().int(),
    }),
  }),
  'POST /device/token': endpoint({
    summary:
      'Fetch the token, once. 400 with the code authorization_pending, slow_down, access_denied, expired_token or invalid_grant.',
    body: z.object({ device_code: z.string().max(200) }),
    response: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      /** Space-separated. */
      scope: z.string(),
      expires_at: Timestamp.nullable(),
      /** Agent that the person chose for the program. */
      agent_id: Uuid,
      agent_name: z.string(),
      organization_id: Uuid.nullable(),
      organization_name: z.string().nullable(),
    }),
  }),
  'GET /device/requests/{user_code}': endpoint({
    summary: 'A pending request.',
    params: UserCodeParams,
    response: DeviceRequest,
  }),
  'POST /device/requests/{user_code}/approve': endpoint({
    summary: 'Approve: give the program a token of the caller for a workspace and an agent in it.',
    params: UserCodeParams,
    body: Approval,
    response: ApiToken,
  }),
  'POST /device/requests/{user_code}/deny': endpoint({
    summary: 'Deny the request; the program gets no token.',
    params: UserCodeParams,
    status: 204,
  }),
};

export type DeviceRequest = z.infer<typeof DeviceRequest>;
export type Approval = z.infer<typeof Approval>;
