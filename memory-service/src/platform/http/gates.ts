/** Checks before validation: identity, permissions, origin of a change, and workspace. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requiresSession, SESSION_ENDED } from '@hindsight/shared-contracts/api';
import type { Config } from '../config/config';
import {
  mayChangeAnything,
  maySignedIn,
  mayTarget,
  mayUseMemoryData,
  mayWithScope,
} from '../auth/rules/permissions';
import { restrictedOrganization } from '../auth/rules/principal';
import type { Principal } from '../auth/rules/principal';
import { preferHeaders, resolveScope } from '../auth/rules/scope';
import type { Scope } from '../auth/rules/scope';
import { isBrowser } from '../auth/localDeveloper';
import type { Database } from '../database/database';
import { requireSameSite } from './csrf';
import { identify } from '../auth/identity';
import { HttpProblem, assertAllowed } from './problem';
import type { TokenRegistry } from '../auth/tokenRegistry';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until identified. */
    principal: Principal | null;
    /** Row of the request's token, whether or not it was accepted. */
    tokenRow: string | null;
  }
}

/**
 * Who may call: `anyone` is not even identified, `session` may be a guest, a person or a token, `person` must be signed in (tokens are
 * not), `memory` uses memory data (guests: public rows; people and tokens: after the beta gate), `writer` changes memory data (people and
 * tokens, which need the scope `write`).
 */
export type Access = 'anyone' | 'session' | 'person' | 'memory' | 'writer';

interface GateServices {
  config: Config;
  database: Database;
  tokens: TokenRegistry;
}

export const header = (headers: IncomingHttpHeaders, name: string) => {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
};

/** Workspace hints in headers and query string, exactly as sent. */
function readScopeHints(request: FastifyRequest) {
  const query = (request.query ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const inQuery = { scope: text(query['scope']), organizationId: text(query['organization_id']) };
  const inHeaders = {
    scope: header(request.headers, 'x-active-scope'),
    organizationId: header(request.headers, 'x-organization-id'),
  };
  return { inQuery, hints: preferHeaders(inHeaders, inQuery) };
}

/** Workspace of a request. Throws 422 when the hints are invalid. */
export function requestScope(request: FastifyRequest, principal: Principal): Scope {
  const { inQuery, hints } = readScopeHints(request);
  assertAllowed(mayTarget(principal, inQuery.organizationId?.trim().toLowerCase() || undefined));
  const scope = resolveScope(principal, hints);
  if ('problem' in scope) throw new HttpProblem(422, scope.problem.message);
  return scope;
}

/** Writes to these paths must name their workspace; a token implies it. */
const SCOPED =
  /^\/(agents|keywords|memory-blocks|pinned-questions|pinned-views|saved-views|consolidation|consolidation-suggestions)(\/|$)/;

function requireScope(request: FastifyRequest): void {
  const { hints } = readScopeHints(request);
  if (hints.scope === undefined) throw new HttpProblem(400, 'scope_required');
  if (hints.scope === 'organization' && hints.organizationId === undefined) {
    throw new HttpProblem(400, 'organization_id_required');
  }
}

/**
 * Whether a person or their program asks about an organization they do not belong to. The response looks like an empty organization, so the
 * client would not notice that a membership or the organization has ended; whether the organization exists is not revealed.
 */
function isOutside(request: FastifyRequest, principal: Principal): boolean {
  if (principal.kind === 'guest' || principal.isSuperadmin) return false;
  const { scope, organizationId } = readScopeHints(request).hints;
  const id = restrictedOrganization(principal) ?? (scope === 'organization' ? organizationId : undefined);
  if (id === undefined) return false;
  return principal.memberships.every(({ organization_id }) => organization_id !== id);
}

/** Whether the method may change data. */
export const isUnsafeMethod = (method: string) => method !== 'GET' && method !== 'HEAD';

/** Token scope required for memory data. */
export function neededScope(route: { tokenScope?: 'read' | 'write' }, method: string): 'read' | 'write' {
  return route.tokenScope ?? (isUnsafeMethod(method) ? 'write' : 'read');
}

/** Runs the checks before validation: identity, permissions and CSRF. */
export async function passGates(
  request: FastifyRequest,
  reply: FastifyReply,
  services: GateServices,
  route: { access: Access; tokenScope?: 'read' | 'write' },
  path: string,
): Promise<void> {
  const { access } = route;
  if (access === 'anyone') return;
  const isUnsafe = isUnsafeMethod(request.method);
  const onToken = (id: string) => void (request.tokenRow = id);
  const principal = await identify({ ...services, onToken }, request).catch((error: unknown) => {
    const isRefused = access === 'session' && error instanceof HttpProblem && error.status === 401;
    throw isRefused ? new HttpProblem(401, error.detail, { ...error.extra, authenticated: false }) : error;
  });
  if (principal.kind === 'guest' && requiresSession(request.headers)) {
    throw new HttpProblem(SESSION_ENDED.status, SESSION_ENDED.detail, { code: SESSION_ENDED.code });
  }
  request.principal = principal;
  if (isOutside(request, principal)) reply.header('x-scope-membership', 'none');
  if (access === 'person' && principal.kind === 'token') assertAllowed(maySignedIn(principal));
  if (isUnsafe) {
    assertAllowed(mayChangeAnything(principal));
    // Browsers do not attach tokens by themselves, so another site's page cannot make them send one.
    const isProgram =
      principal.kind === 'token' ||
      (principal.kind === 'person' && principal.isLocalDeveloper && !isBrowser(request.headers));
    if (!isProgram) requireSameSite(request.headers, services.config.appBaseUrl.origin);
  }
  if (access === 'person') assertAllowed(maySignedIn(principal));
  if (access === 'memory' || access === 'writer') {
    assertAllowed(mayUseMemoryData(principal));
    assertAllowed(mayWithScope(principal, neededScope(route, request.method)));
    if (isUnsafe && principal.kind === 'person' && SCOPED.test(path)) requireScope(request);
  }
}
