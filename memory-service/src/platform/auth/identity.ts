/** Establishes who is asking. Identity headers count only beside the gateway's secret; everybody else is a guest. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { SESSION_ENDED } from '@hindsight/shared-contracts/api';
import type { Config } from '../config/config';
import { initialDisplayName, normalizeEmail, parseSubject } from './rules/identity';
import { SIGN_IN_DETAIL } from './rules/permissions';
import { GUEST } from './rules/principal';
import type { Principal, TokenHolder } from './rules/principal';
import { asksThisMachine, isOnThisMachine } from './localDeveloper';
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

/** A header that was sent once; a repeated one is no identity. */
function singleHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** What the gateway calls the session of a request: a part of its cookie that opens nothing by itself. */
export const SESSION_HEADER = 'x-auth-request-session';

/** The id of a session that the gateway names, which says nothing about its cookie. */
export function parseSessionId(name: string | undefined): string | undefined {
  if (!name) return undefined;
  const hash = createHash('sha256').update(name).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const gatewayChecks = new WeakMap<IncomingHttpHeaders, boolean>();

/** Whether the gateway vouched for this request; never when the service has no secret. Compared once for each request. */
export function isFromGateway(config: Config, headers: IncomingHttpHeaders): boolean {
  const known = gatewayChecks.get(headers);
  if (known !== undefined) return known;
  const sent = singleHeader(headers, 'x-gateway-secret');
  const isRight =
    config.gatewaySecret !== undefined && sent !== undefined && sameSecret(sent, config.gatewaySecret);
  gatewayChecks.set(headers, isRight);
  return isRight;
}

/** What of a request says who calls. */
type Call = Pick<FastifyRequest, 'headers' | 'ip'>;

/** The client's address: the one that the gateway reports, or else that of the connection. */
export const clientIp = (config: Config, { headers, ip }: Call): string =>
  ((isFromGateway(config, headers) && singleHeader(headers, 'x-forwarded-for')) || ip).slice(0, 100);

/** A token that a request carries: a Bearer one wins over X-API-Key. */
export function carriedToken(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^bearer\s+(\S.*)$/i.exec(headers.authorization?.trim() ?? '')?.[1];
  return bearer ?? singleHeader(headers, 'x-api-key');
}

/**
 * By what requests of one caller are counted together: the owner of a token that was accepted before, the person that the gateway
 * names, or the address. All tokens of one person count as one, or fifty of them would be fifty callers; a token that is made up counts
 * for its address, or each new one would be another caller.
 */
export function identifyCaller(
  { config, tokens }: Pick<IdentitySources, 'config' | 'tokens'>,
  request: Call,
): string {
  const { headers } = request;
  const address = readNetwork(clientIp(config, request));
  const token = carriedToken(headers);
  if (token !== undefined) {
    const known = tokens.acceptedBefore(token);
    return known ? `tokens of:${known.ownerId}` : `address:${address}`;
  }
  const email = isFromGateway(config, headers) ? singleHeader(headers, 'x-auth-request-email') : undefined;
  return email ? `person:${email}` : `address:${address}`;
}

/** What identification works with. */
export interface IdentitySources {
  config: Config;
  database: Database;
  tokens: TokenRegistry;
  /** Receives the row id of the request's token as soon as it is known, even if the token is refused later. */
  onToken: (id: string) => void;
}

/**
 * The caller. A token overrides the gateway's headers, and a bad one is not rescued by them. A new email becomes a person.
 * Throws 401 for a token that is not accepted and when the gateway's identity is not valid.
 */
export async function identify(
  { config, database, tokens, onToken }: IdentitySources,
  request: Call,
): Promise<Principal> {
  const { headers } = request;
  const address = clientIp(config, request);
  const token = carriedToken(headers);
  if (token !== undefined) return holder(config, database, await tokens.check(token, address, onToken));
  const claimed = singleHeader(headers, 'x-auth-request-email')?.trim();
  if (!claimed || !isFromGateway(config, headers)) {
    // Credentials of a kind that is not understood are not the same as none.
    if (headers.authorization !== undefined) throw new HttpProblem(401, SIGN_IN_DETAIL);
    // The dashboard's page names the developer too, as `developmentHeaders` of the host does.
    const isDeveloper = claimed === undefined || claimed === config.developer?.email;
    if (isDeveloper && isOnThisMachine(address, headers) && asksThisMachine(headers)) {
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

/** The developer of DEV_MODE, with every right; a guest where the service has none. */
async function localDeveloper(config: Config, database: Database): Promise<Principal> {
  const { developer } = config;
  if (!developer) return GUEST;
  const { email, name } = developer;
  const user = await signIn(database, { email, displayName: name, subject: undefined, isSuperadmin: true });
  return { kind: 'person', ...toPerson(config, user), betaAccessStatus: 'accepted', isLocalDeveloper: true };
}

/** What a person may do at this moment. */
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

/** The holder of a checked token, with the owner's rights of this moment. */
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
    // What the beta program decided about the person does not change with the token.
    betaAccessStatus: user.isSuperadmin ? ('accepted' as const) : user.betaAccessStatus,
  };
  const { id, tokenId, name, scopes } = row;
  return { kind: 'token', ...owner, ...confined, token: { id, tokenId, name, scopes, organizationId } };
}
