/** Identifies the caller. Identity headers count only with the gateway's secret; everyone else is a guest. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { SESSION_ENDED } from '@hindsight/shared-contracts/api';
import type { Config } from '../config/config';
import { initialDisplayName, normalizeEmail, parseSubject } from './rules/identity';
import { SIGN_IN_DETAIL } from './rules/permissions';
import { GUEST } from './rules/principal';
import type { Principal, TokenHolder } from './rules/principal';
import { isLocalRequest, isOnThisMachine } from './localDeveloper';
import type { Database } from '../database/database';
import type { StoredToken } from './tokens';
import { SessionEnded, SubjectMismatch, signIn } from './users';
import type { StoredUser } from './users';
import { readNetwork } from '../http/readNetwork';
import { HttpProblem } from '../http/problem';
import type { TokenRegistry } from './tokenRegistry';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares two secrets in constant time. */
export function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

/** A header that was sent once; a repeated one is not an identity. */
function singleHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The gateway's name for the session of a request: a part of its cookie that grants no access by itself. */
export const SESSION_HEADER = 'x-auth-request-session';

/** Session id derived from the gateway's name for it, which reveals nothing about its cookie. */
export function parseSessionId(name: string | undefined): string | undefined {
  if (!name) return undefined;
  const hash = createHash('sha256').update(name).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const gatewayChecks = new WeakMap<IncomingHttpHeaders, boolean>();

/** Whether the gateway vouched for this request; never if the service has no secret. Compared once per request. */
export function isFromGateway(config: Config, headers: IncomingHttpHeaders): boolean {
  const known = gatewayChecks.get(headers);
  if (known !== undefined) return known;
  const sent = singleHeader(headers, 'x-gateway-secret');
  const isRight =
    config.gatewaySecret !== undefined && sent !== undefined && sameSecret(sent, config.gatewaySecret);
  gatewayChecks.set(headers, isRight);
  return isRight;
}

/** The parts of a request that identify the caller. */
type Call = Pick<FastifyRequest, 'headers' | 'ip'>;

/** The client's address: as reported by the gateway, or else of the connection. */
export const clientIp = (config: Config, { headers, ip }: Call): string =>
  ((isFromGateway(config, headers) && singleHeader(headers, 'x-forwarded-for')) || ip).slice(0, 100);

/** The token of a request: a Bearer token wins over X-API-Key. */
export function requestToken(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^bearer\s+(\S.*)$/i.exec(headers.authorization?.trim() ?? '')?.[1];
  return bearer ?? singleHeader(headers, 'x-api-key');
}

/**
 * Rate limit key of a caller: the owner of a previously accepted token, the person named by the gateway, or the address. All tokens of a
 * person count as one, or fifty tokens would be fifty callers; an invalid token counts for its address, or each new one would be another
 * caller.
 */
export function identifyCaller(
  { config, tokens }: Pick<IdentitySources, 'config' | 'tokens'>,
  request: Call,
): string {
  const { headers } = request;
  const address = readNetwork(clientIp(config, request));
  const token = requestToken(headers);
  if (token !== undefined) {
    const known = tokens.acceptedBefore(token);
    return known ? `tokens of:${known.ownerId}` : `address:${address}`;
  }
  const email = isFromGateway(config, headers) ? singleHeader(headers, 'x-auth-request-email') : undefined;
  return email ? `person:${email}` : `address:${address}`;
}

/** Dependencies of identification. */
export interface IdentitySources {
  config: Config;
  database: Database;
  tokens: TokenRegistry;
  /** Receives the row id of the request's token as soon as it is known, even if the token is then rejected. */
  onToken: (id: string) => void;
}

/**
 * Identifies the caller. A token overrides the gateway's headers, which do not make up for an invalid one. A new email creates a person.
 * Throws 401 for a rejected token or an invalid gateway identity.
 */
export async function identify(
  { config, database, tokens, onToken }: IdentitySources,
  request: Call,
): Promise<Principal> {
  const { headers } = request;
  const address = clientIp(config, request);
  const token = requestToken(headers);
  if (token !== undefined) return holder(config, database, await tokens.check(token, address, onToken));
  const claimed = singleHeader(headers, 'x-auth-request-email')?.trim();
  if (!claimed || !isFromGateway(config, headers)) {
    // Credentials of an unknown kind are not treated as absent.
    if (headers.authorization !== undefined) throw new HttpProblem(401, SIGN_IN_DETAIL);
    // The dashboard also names the developer, see `developmentHeaders` in the host.
    const isDeveloper = claimed === undefined || claimed === config.developer?.email;
    if (isDeveloper && isOnThisMachine(address, headers) && isLocalRequest(headers)) {
      return localDeveloper(config, database);
    }
    return GUEST;
  }
  const email = normalizeEmail(claimed);
  if (email === undefined) throw new HttpProblem(401, 'The signed-in identity is not a valid email address.');
  const preferred = singleHeader(headers, 'x-auth-request-user');
  const user = await signIn(database, {
    email,
    displayName: initialDisplayName(preferred, email),
    subject: parseSubject(preferred),
    isSuperadmin: config.adminEmails.has(email),
    session: parseSessionId(singleHeader(headers, SESSION_HEADER)),
  }).catch((error: unknown) => {
    if (error instanceof SessionEnded)
      throw new HttpProblem(SESSION_ENDED.status, SESSION_ENDED.detail, { code: SESSION_ENDED.code });
    throw error instanceof SubjectMismatch
      ? new HttpProblem(401, 'Authentication denied.', { authenticated: false })
      : error;
  });
  return { kind: 'person', ...toPerson(config, user) };
}

/** The DEV_MODE developer, with all rights; a guest if the service has none. */
async function localDeveloper(config: Config, database: Database): Promise<Principal> {
  const { developer } = config;
  if (!developer) return GUEST;
  const { email, name } = developer;
  const user = await signIn(database, { email, displayName: name, subject: undefined, isSuperadmin: true });
  return { kind: 'person', ...toPerson(config, user), betaAccessStatus: 'accepted', isLocalDeveloper: true };
}

/** Current rights of a person. */
export function toPerson(config: Config, user: StoredUser) {
  return {
    userId: user.id,
    email: user.email,
    displayName: user.displayName,
    isSuperadmin: user.isSuperadmin,
    isBetaAdmin: user.isSuperadmin || config.betaAccessAdmins.has(user.email),
    betaAccessStatus: user.betaAccessStatus,
    memberships: user.memberships,
  };
}

/** The holder of a verified token, with the owner's current rights. */
export async function holder(
  config: Config,
  database: Database,
  { row, owner: found }: StoredToken,
): Promise<TokenHolder> {
  const isSuperadmin = config.adminEmails.has(found.email);
  const user =
    found.isSuperadmin === isSuperadmin
      ? found
      : await signIn(database, {
          email: found.email,
          displayName: found.email,
          subject: undefined,
          isSuperadmin,
        });
  const { organizationId, isPersonal } = row;
  const owner = toPerson(config, user);
  const confined = (organizationId !== null || isPersonal) && {
    isSuperadmin: false,
    isBetaAdmin: false,
    memberships: user.memberships.filter((membership) => membership.organization_id === organizationId),
    // A person's beta status does not depend on the token.
    betaAccessStatus: user.isSuperadmin ? ('accepted' as const) : user.betaAccessStatus,
  };
  const { id, tokenId, name, scopes } = row;
  return { kind: 'token', ...owner, ...confined, token: { id, tokenId, name, scopes, organizationId } };
}
