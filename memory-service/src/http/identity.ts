/** Establishes who is asking. Identity headers count only beside the gateway's secret; everybody else is a guest. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config';
import { initialDisplayName, normaliseEmail } from '../domain/identity';
import { GUEST } from '../domain/principal';
import type { Principal } from '../domain/principal';
import type { Database } from '../storage/database';
import { signIn } from '../storage/users';
import { HttpProblem } from './problem';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares two secrets in a time that does not tell how much of them agrees. */
export function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

/** A header that was sent once; a repeated one is no identity. */
function single(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Did the gateway vouch for this request? Never when the service has no secret. */
export function isFromGateway(config: Config, headers: IncomingHttpHeaders): boolean {
  const sent = single(headers, 'x-gateway-secret');
  return config.gatewaySecret !== undefined && sent !== undefined && sameSecret(sent, config.gatewaySecret);
}

/** The caller. A new e-mail becomes a person. Throws 401 when the gateway names somebody who cannot exist. */
export async function identify(
  config: Config,
  database: Database,
  headers: IncomingHttpHeaders,
): Promise<Principal> {
  const claimed = single(headers, 'x-auth-request-email')?.trim();
  if (!claimed || !isFromGateway(config, headers)) return GUEST;
  const email = normaliseEmail(claimed);
  if (email === undefined)
    throw new HttpProblem(401, 'The signed-in identity is not a valid e-mail address.');
  const user = await signIn(database, {
    email,
    displayName: initialDisplayName(single(headers, 'x-auth-request-user'), email),
    isSuperadmin: config.adminEmails.has(email),
  });
  return {
    kind: 'person',
    userId: user.id,
    email: user.email,
    displayName: user.displayName,
    isSuperadmin: user.isSuperadmin,
    isBetaAdmin: user.isSuperadmin || config.betaAccessAdmins.has(email),
    betaAccessStatus: user.betaAccessStatus,
    memberships: user.memberships,
  };
}
