/** Classifies and attributes the calls of agents. */
import type { ActivityAction, ActivityKind } from '@hindsight/shared-contracts/api';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { restrictedOrganization } from '../../../platform/auth/rules/principal';
import type { Principal } from '../../../platform/auth/rules/principal';

const LISTS = /^GET \/(?:memory-blocks\/(?:archived\/)?|keywords\/\{id\}\/memory-blocks\/)$/;
const SEARCHES = /^GET \/memory-blocks\/search\/(?:fulltext|semantic|hybrid)?$/;

const ACTIONS: Readonly<Record<string, ActivityAction>> = {
  'GET /memory-blocks/{id}': 'open',
  'POST /memory-blocks/': 'create',
  'POST /memory-blocks/remember': 'create',
  'POST /memory-blocks/bulk-import': 'create',
  'POST /memory-blocks/{id}/archive': 'archive',
  'POST /memory-blocks/bulk-archive': 'archive',
  'DELETE /memory-blocks/{id}': 'archive',
  'DELETE /memory-blocks/{id}/hard-delete': 'delete',
  'POST /memory-blocks/bulk-delete': 'delete',
  'POST /memory-blocks/{id}/feedback/': 'feedback',
};

/** The action of a call, by its endpoint and, for an update that archives, by its body. */
export function classifyAction(call: string, body: unknown): ActivityAction {
  const known = ACTIONS[call];
  if (known) return known;
  if (SEARCHES.test(call)) return 'search';
  if (LISTS.test(call)) return 'list';
  const isArchiving = (body as { archived?: unknown } | null | undefined)?.archived === true;
  if (call === 'PUT /memory-blocks/{id}' && isArchiving) return 'archive';
  return /^(?:PUT|POST|DELETE) \/memory-blocks\//.test(call) ? 'update' : 'other';
}

/** Undefined when the token was rejected, since no agent made the call. */
export function classifyKind(needs: 'read' | 'write', status: number): ActivityKind | undefined {
  if (status === 401) return undefined;
  return status >= 400 ? 'refused' : needs;
}

/** Name and version of the client: the first product of its `User-Agent`. */
export function clientName(userAgent: string | undefined): string | null {
  return /^[^\s(]{1,100}/.exec(userAgent?.trim() ?? '')?.[0] ?? null;
}

/** Visible activity: the caller's own outside of organizations, and that of organizations they may read. */
export interface VisibleActivity {
  userId: string | null;
  organizationIds: readonly string[] | 'all';
}

/** Limits activity to the caller's. Activity of other people in their personal workspaces stays private. */
export function visibleActivity(principal: Principal): VisibleActivity {
  if (principal.kind === 'guest') return { userId: null, organizationIds: [] };
  const readable = principal.memberships.filter((membership) => membership.can_read);
  return {
    userId: restrictedOrganization(principal) === null ? principal.userId : null,
    organizationIds: principal.isSuperadmin ? 'all' : readable.map(({ organization_id: id }) => id),
  };
}

/** A call without an assigned agent. */
export interface Attributable {
  tokenId: string;
  agentId: string | null;
}

/**
 * Assigns an agent to each call, oldest first: the one it names, else the last one that its token named. Calls before the first name get
 * that one. `last` maps tokens to the agent they named last; updated in place.
 */
export function attribute(calls: readonly Attributable[], last: Map<string, string>): (string | null)[] {
  const first = new Map<string, string>();
  for (const { tokenId, agentId } of calls)
    if (agentId !== null && !last.has(tokenId) && !first.has(tokenId)) first.set(tokenId, agentId);
  return calls.map(({ tokenId, agentId }) => {
    if (agentId !== null) last.set(tokenId, agentId);
    return last.get(tokenId) ?? first.get(tokenId) ?? null;
  });
}

/** The owner of a token, and the organizations that the token may read. */
export interface Holder {
  userId: string;
  reads: readonly string[];
}

/** Whether the holder may see the agent or memory that a call names. If not, the reference is ignored. */
export function isWithinReach({ userId, reads }: Holder, row: Ownership): boolean {
  if (row.visibilityScope === 'public') return true;
  if (row.visibilityScope === 'personal') return row.ownerUserId === userId;
  return reads.includes(row.organizationId ?? '');
}
