/** Personal access tokens: what programs send instead of a person's session. */
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
  /** Limited to the personal workspace of its owner. */
  is_personal: z.boolean(),
  /** The agent of calls that name none; null for a token that was made for no agent. */
  agent_id: Uuid.nullable(),
  /** A program signed in by OAuth: its access tokens change by the hour, and no secret is shown. */
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

/** A token with its secret, which only creation and rotation answer, once. */
export const ApiTokenWithSecret = ApiToken.extend({ token: z.string() });

/**
 * The calls with a token since its secret was made. Each moment is the latest of its kind, so that it shows which part of a
 * program's set-up works.
 */
export const TokenActivity = z.object({
  /** A program sent this token; it may have been refused. */
  handshake_at: Timestamp.nullable(),
  /** The token was accepted. */
  sign_in_at: Timestamp.nullable(),
  /** Memory was read with it. */
  read_at: Timestamp.nullable(),
  /** Memory was written with it. */
  write_at: Timestamp.nullable(),
  /** The latest call that was refused. */
  fault: z
    .object({
      at: Timestamp,
      /** What the call wanted: `sign_in` when the token itself was refused, or the call was not about memory. */
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

/** ISO-8601; without an offset it is UTC. An empty text counts as absent. */
export const Expiry = z.preprocess((value) => (value === '' ? null : value), z.string().max(50).nullish());

export const tokenEndpoints = {
  'GET /users/me/tokens': endpoint({
    summary: "The caller's tokens, newest first, revoked ones included.",
    response: z.array(ApiToken),
  }),
  'POST /users/me/tokens': endpoint({
    summary: 'Create a token; only this answer holds its secret.',
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
    summary: 'Revoke the token that this call carries.',
    status: 204,
  }),
  'POST /users/me/tokens/{id}/rotate': endpoint({
    summary: 'Give a token a new secret; the old one stops working at once.',
    params: IdParams,
    response: ApiTokenWithSecret,
  }),
  'PATCH /users/me/tokens/{id}': endpoint({
    summary: 'Rename a token or change its expiry; absent fields do not change, null removes the expiry.',
    params: IdParams,
    body: z.object({ name: TokenName.nullish(), expires_at: Expiry }),
    response: ApiToken,
  }),
  'GET /users/me/tokens/{id}/activity': endpoint({
    summary: 'The latest calls with a token: handshake, sign-in, read, write and refusal.',
    params: IdParams,
    response: TokenActivity,
  }),
};

export type ApiToken = z.infer<typeof ApiToken>;
export type TokenActivity = z.infer<typeof TokenActivity>;
export type ApiTokenWithSecret = z.infer<typeof ApiTokenWithSecret>;
