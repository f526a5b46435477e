/** Makes the record of a call with a token for the activity of its agent. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid, MAX_ACTIVITY_MEMORIES, MAX_RECORDED_QUERY } from '@hindsight/shared-contracts/rules';
import { classifyAction, clientName, classifyKind } from './rules/agentActivity';
import { mayRead } from '../../platform/auth/rules/permissions';
import type { ActivityEvent } from './queries/agentActivityWrites';
import { header, requestScope } from '../../platform/http/gates';
import { carriedToken } from '../../platform/auth/identity';
import type { AnsweredCall } from '../../platform/http/route';
import { summarizeCall } from './tokenActivity';
import type { TokenRegistry } from '../../platform/auth/tokenRegistry';
import type { ActivityRecorder } from './recorder';

/** The organization that a call is about; null for others, and for one that the caller must not know of. */
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
    // A workspace that cannot be understood is why the call was refused, and that is recorded.
    return null;
  }
}

const readUuid = (value: unknown) =>
  typeof value === 'string' && isUuid(value) ? value.toLowerCase() : null;

/** The agent that a call names: the one that makes it, else the author of what it writes, else the one that it asks about. */
function requestedAgent({ headers, body, query }: FastifyRequest): string | null {
  const agentIdIn = (part: unknown) =>
    readUuid((part as { agent_id?: unknown } | null | undefined)?.agent_id);
  return readUuid(header(headers, 'x-agent-id')) ?? agentIdIn(body) ?? agentIdIn(query);
}

/** The memories that a request names, by its path or in its body. */
function namedMemories(call: string, { params, body }: FastifyRequest): readonly string[] {
  const { id } = (params ?? {}) as { id?: unknown };
  if (call.includes('/memory-blocks/{id}')) return [readUuid(id)].filter((one) => one !== null);
  const ids = (body as { memory_block_ids?: unknown } | null | undefined)?.memory_block_ids;
  return Array.isArray(ids) ? ids.map(readUuid).filter((one) => one !== null) : [];
}

/** What the request itself says it looks for. */
function askedFor({ query }: FastifyRequest): string | null {
  const { query: text, keywords, search_query: listed } = (query ?? {}) as Record<string, unknown>;
  return [text, keywords, listed].find((one): one is string => typeof one === 'string' && one !== '') ?? null;
}

/**
 * The record of a call; undefined for one that is not an agent's, or that gave an earlier answer again.
 * @param call the row of its token, its endpoint's key and what the token needs for it.
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
    query: (note?.search?.query ?? askedFor(request))?.slice(0, MAX_RECORDED_QUERY) ?? null,
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
 * Notes of an answered call with a token how far its client's setup works, and records it for the activity of its agent. A call that was
 * refused for its number has not been identified, but its token may be known from earlier.
 */
export function observeTokenCall(
  { tokens, activity }: { tokens: TokenRegistry; activity: ActivityRecorder },
  { request, reply, payload, key, isMemory, needs }: AnsweredCall,
): void {
  const tokenId = request.tokenRow ?? tokens.acceptedBefore(carriedToken(request.headers) ?? '')?.id;
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
