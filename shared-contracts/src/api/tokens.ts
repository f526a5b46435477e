/** Personal access tokens, which programs send instead of a session. */
import { z } from 'zod';
import { MAX_TOKEN_NAME } from '../rules/limits';
import { endpoint } from './endpoint';
import { IdParams, Name, Timestamp, Uuid } from './common';

const normalizeName = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

export const TokenScope = z.preprocess(normalizeName, z.enum(['read', 'write', 'manage']));

export const ApiToken = z.object({
  id: Uuid,
  user_id: Uuid,
  name: z.string(),
  scopes: z.array(z.string()),
  organization_id: Uuid.nullable(),
  /** Limited to its owner's personal workspace. */
  is_personal: z.boolean(),
  /** Agent for calls that do not name one; null for a token without an agent. */
  agent_id: Uuid.nullable(),
  /** A program signed in by OAuth: its access tokens rotate hourly and no secret is shown. */
  signs_in: z.boolean(),
  status: z.enum(['active', 'revoked']),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  /** First 8 characters of the public half. */
  prefix: z.string(),
  /** Last 4 characters of the secret. */
  last_four: z.string(),
});

/** A token with its secret, which is returned only once, on creation or rotation. */
export const ApiTokenWithSecret = ApiToken.extend({ token: z.string() });

/**
 * Activity of a token since its secret was created. Each timestamp is the latest of its kind, so it shows which part of a program's setup
 * works.
 */
export const TokenActivity = z.object({
  /** A program sent this token, possibly without success. */
  handshake_at: Timestamp.nullable(),
  /** The token was accepted. */
  sign_in_at: Timestamp.nullable(),
  /** A call with it read memory. */
  read_at: Timestamp.nullable(),
  /** A call with it wrote memory. */
  write_at: Timestamp.nullable(),
  /** The latest rejected call. */
  fault: z
    .object({
      at: Timestamp,
      /** Purpose of the call: `sign_in` if the token itself was rejected or the call was not about memory. */
      stage: z.enum(['sign_in', 'read', 'write']),
      status: z.number().int(),
      detail: z.string(),
      code: z.string().nullable(),
      /** Key of the endpoint, e.g. `POST /memory-blocks/`. */
      call: z.string(),
    })
    .nullable(),
});

const TokenName = Name(MAX_TOKEN_NAME);

/** ISO-8601; UTC if it has no offset. An empty string counts as absent. */
export const Expiry = z.preprocess((value) => (value === '' ? null : value), z.string().max(50).nullish());

export const tokenEndpoints = {
  'GET /users/me/tokens': endpoint({
    summary: "The caller's tokens, newest first, revoked ones included.",
    response: z.array(ApiToken),
  }),
  'POST /users/me/tokens': endpoint({
    summary: 'Create a token; only this response contains its secret.',
    body: z.object({
      name: TokenName,
      scopes: z.array(TokenScope).min(1, 'Choose at least one scope.').max(10),
      organization_id: z.preprocess((value) => (value === '' ? null : value), Uuid.nullish()),
      expires_at: Expiry,
    }),
    status: 201,
    response: ApiTokenWithSecret,
  }),
  'DELETE /users/me/tokens/{id}': endpoint({
    summary: 'Revoke a token; repeating it is not an error.',
    params: IdParams,
    status: 204,
  }),
  'DELETE /users/me/tokens/current': endpoint({
    summary: 'Revoke the token of this request.',
    status: 204,
  }),
  'POST /users/me/tokens/{id}/rotate': endpoint({
    summary: 'Give a token a new secret; the old one stops working immediately.',
    params: IdParams,
    response: ApiTokenWithSecret,
  }),
  'PATCH /users/me/tokens/{id}': endpoint({
    summary: 'Rename a token or change its expiry; omitted fields do not change, null removes the expiry.',
    params: IdParams,
    body: z.object({ name: TokenName.nullish(), expires_at: Expiry }),
    response: ApiToken,
  }),
  'GET /users/me/tokens/{id}/activity': endpoint({
    summary: 'Latest requests with a token: handshakes, sign-ins, reads, writes and denials.',
    params: IdParams,
    response: TokenActivity,
  }),
};

export type ApiToken = z.infer<typeof ApiToken>;
export type TokenActivity = z.infer<typeof TokenActivity>;
export type ApiTokenWithSecret = z.infer<typeof ApiTokenWithSecret>;
