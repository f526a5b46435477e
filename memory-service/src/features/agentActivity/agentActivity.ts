/** Turns a call with a token into an activity record of its agent. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid, MAX_ACTIVITY_MEMORIES, MAX_RECORDED_QUERY } from '@hindsight/shared-contracts/rules';
import { classifyAction, clientName, classifyKind } from './rules/agentActivity';
import { mayRead } from '../../platform/auth/rules/permissions';
import type { ActivityEvent } from './queries/agentActivityWrites';
import { header, requestScope } from '../../platform/http/gates';
import { requestToken } from '../../platform/auth/identity';
import type { AnsweredCall } from '../../platform/http/route';
import { summarizeCall } from './tokenActivity';
import type { TokenRegistry } from '../../platform/auth/tokenRegistry';
import type { ActivityRecorder } from './recorder';

/** The organization that a call targets; null for none, and for one that the caller must not know about. */
function readOrganization(request: FastifyRequest): string | null {
  const { principal } = request;
  if (principal?.kind !== 'token') return null;
  try {
    const scope = requestScope(request, principal);
    if (scope.kind !== 'organization') return null;
    const { organizationId } = scope;
    const place = { visibilityScope: 'organization', ownerUserId: null, organizationId } as const;
    return mayRead(principal, place) ? organizationId : null;
  } catch {
    // An invalid workspace is the reason for the refusal, which is recorded anyway.
    return null;
  }
}

const readUuid = (value: unknown) =>
  typeof value === 'string' && isUuid(value) ? value.toLowerCase() : null;

/** The agent of a call: the caller from the header, else the author in the body, else the agent in the query. */
function requestedAgent({ headers, body, query }: FastifyRequest): string | null {
  const agentIdIn = (part: unknown) =>
    readUuid((part as { agent_id?: unknown } | null | undefined)?.agent_id);
  return readUuid(header(headers, 'x-agent-id')) ?? agentIdIn(body) ?? agentIdIn(query);
}

/** Ids of the memories that a request names in its path or body. */
function namedMemories(call: string, { params, body }: FastifyRequest): readonly string[] {
  const { id } = (params ?? {}) as { id?: unknown };
  if (call.includes('/memory-blocks/{id}')) return [readUuid(id)].filter((one) => one !== null);
  const ids = (body as { memory_block_ids?: unknown } | null | undefined)?.memory_block_ids;
  return Array.isArray(ids) ? ids.map(readUuid).filter((one) => one !== null) : [];
}

/** The search text in the query parameters of a request. */
function readSearchText({ query }: FastifyRequest): string | null {
  const { query: text, keywords, search_query: listed } = (query ?? {}) as Record<string, unknown>;
  return [text, keywords, listed].find((one): one is string => typeof one === 'string' && one !== '') ?? null;
}

/**
 * Builds the record of a call; undefined for a call that is not an agent's, and for an idempotent retry that repeats an earlier response.
 * @param call the id of its token, its endpoint key and the required permission.
 * @param reason why it was refused.
 */
function toActivityEvent(
  request: FastifyRequest,
  reply: FastifyReply,
  call: { tokenId: string; key: string; needs: 'read' | 'write' },
  reason: string | undefined,
): ActivityEvent | undefined {
  const { statusCode: status } = reply;
  const kind = classifyKind(call.needs, status);
  if (!kind || (status < 400 && !request.wasCarriedOut)) return undefined;
  const { note, principal } = request;
  const named = namedMemories(call.key, request);
  const memberships = principal?.kind === 'token' ? principal.memberships : [];
  return {
    tokenId: call.tokenId,
    agentId: requestedAgent(request) ?? note?.agentId ?? null,
    organizationId: note?.organizationId ?? readOrganization(request),
    aboutMemory: call.key.includes('/memory-blocks/{id}') ? (named[0] ?? null) : null,
    reads: memberships.filter(({ can_read: can }) => can).map(({ organization_id: id }) => id),
    client: clientName(header(request.headers, 'user-agent')),
    kind,
    action: classifyAction(call.key, request.body),
    call: call.key,
    query: (note?.search?.query ?? readSearchText(request))?.slice(0, MAX_RECORDED_QUERY) ?? null,
    searchType: note?.search?.type ?? null,
    hits: note?.search?.hits ?? null,
    memoryIds: [...(note?.memoryIds ?? named)].slice(0, MAX_ACTIVITY_MEMORIES),
    latencyMs: Math.round(reply.elapsedTime),
    status,
    reason: reason ?? null,
    at: new Date().toISOString(),
  };
}

/**
 * Records a completed call with a token: how far its client's setup works, and the activity of its agent. A rate-limited call is rejected
 * before authentication, but its token may be known from earlier calls.
 */
export function observeTokenCall(
  { tokens, activity }: { tokens: TokenRegistry; activity: ActivityRecorder },
  { request, reply, payload, key, isMemory, needs }: AnsweredCall,
): void {
  const tokenId = request.tokenRow ?? tokens.acceptedBefore(requestToken(request.headers) ?? '')?.id;
  if (tokenId === undefined) return;
  const call = {
    accepted: request.principal?.kind === 'token',
    stage: isMemory ? needs : ('sign_in' as const),
    call: key,
  };
  const seen = summarizeCall(call, reply.statusCode, payload, new Date());
  if (request.tokenRow !== null) tokens.note(tokenId, seen);
  const event = isMemory && toActivityEvent(request, reply, { tokenId, key, needs }, seen.fault?.detail);
  if (event) activity.record(event);
}
