/** Stores the calls of agents. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { attribute, isWithinReach } from '../rules/agentActivity';
import type { Holder } from '../rules/agentActivity';
import { maskSecrets } from '../../../platform/secretScanning/replaceSecrets';
import type { Handle } from '../../../platform/database/database';
import { agentActivity } from '../../../schema/agentActivity';
import { agents, memoryBlocks } from '../../../schema/memory';
import { organizations, personalAccessTokens as tokens } from '../../../schema/people';

type Row = typeof agentActivity.$inferInsert;

/** One call, captured when its response was sent. */
export interface ActivityEvent
  extends
    Pick<Row, 'tokenId' | 'kind' | 'action' | 'call' | 'latencyMs' | 'status' | 'memoryIds'>,
    Required<
      Pick<Row, 'client' | 'query' | 'searchType' | 'hits' | 'reason' | 'agentId' | 'organizationId'>
    > {
  /** The memory that determines the workspace of the call; null when the call's scope does. */
  aboutMemory: string | null;
  /** Organizations that the token may read. */
  reads: readonly string[];
  /** ISO-8601. */
  at: string;
}

/** How far back a token's anonymous calls are attributed to the agent that it names later. */
const UNNAMED_FOR = sql`interval '1 day'`;

async function byId<T extends { id: string }>(rows: PromiseLike<T[]>): Promise<Map<string, T>> {
  return new Map((await rows).map((row) => [row.id, row]));
}

const distinct = (ids: readonly (string | null | undefined)[]) => [
  ...new Set(ids.filter((id) => id != null)),
];

/** Removes secrets and characters that the database cannot store from a caller's text. */
async function maskCallerText(text: string | null): Promise<string | null> {
  return text === null ? null : maskSecrets(Buffer.from(text.replaceAll('\0', '')).toString());
}

/** Loads and locks the rows that calls refer to until the transaction ends. Locks organizations first, as all multi-row writers do. */
async function loadReferences(handle: Handle, events: readonly ActivityEvent[]) {
  const memories = await byId(
    handle
      .select({
        id: memoryBlocks.id,
        visibilityScope: memoryBlocks.visibilityScope,
        ownerUserId: memoryBlocks.ownerUserId,
        organizationId: memoryBlocks.organizationId,
      })
      .from(memoryBlocks)
      .where(inArray(memoryBlocks.id, distinct(events.map(({ aboutMemory }) => aboutMemory)))),
  );
  const places = [...events, ...memories.values()].map(({ organizationId }) => organizationId);
  const existing = await byId(
    handle
      .select({ id: organizations.id })
      .from(organizations)
      .where(inArray(organizations.id, distinct(places)))
      .orderBy(organizations.id)
      .for('key share'),
  );
  const used = await byId(
    handle
      .select({ id: tokens.id, userId: tokens.userId, name: tokens.name, lastAgentId: tokens.lastAgentId })
      .from(tokens)
      .where(inArray(tokens.id, distinct(events.map(({ tokenId }) => tokenId))))
      .orderBy(tokens.id)
      .for('no key update'),
  );
  const agentIds = [
    ...events.map(({ agentId }) => agentId),
    ...[...used.values()].map((one) => one.lastAgentId),
  ];
  const named = await byId(
    handle
      .select({
        id: agents.id,
        visibilityScope: agents.visibilityScope,
        ownerUserId: agents.ownerUserId,
        organizationId: agents.organizationId,
      })
      .from(agents)
      .where(inArray(agents.id, distinct(agentIds)))
      .orderBy(agents.id)
      .for('key share'),
  );
  return { memories, existing, used, named };
}

/** Stores calls, oldest first. Skips those whose token no longer exists. */
export async function storeActivity(handle: Handle, events: readonly ActivityEvent[]): Promise<void> {
  const { memories, existing, used, named } = await loadReferences(handle, events);
  const calls = events.flatMap((event) => {
    const token = used.get(event.tokenId);
    if (!token) return [];
    const holder: Holder = { userId: token.userId, reads: event.reads };
    const agent = event.agentId === null ? undefined : named.get(event.agentId);
    const memory = event.aboutMemory === null ? undefined : memories.get(event.aboutMemory);
    const agentId = agent && isWithinReach(holder, agent) ? agent.id : null;
    const place = memory && isWithinReach(holder, memory) ? memory.organizationId : event.organizationId;
    return [{ ...event, agentId, token, organizationId: place && existing.has(place) ? place : null }];
  });
  const before = [...used.values()].flatMap(({ id, lastAgentId }): [string, string][] =>
    lastAgentId !== null && named.has(lastAgentId) ? [[id, lastAgentId]] : [],
  );
  const last = new Map(before);
  const attributed = attribute(calls, last);
  const rows: Row[] = [];
  for (const [n, { token, reads: _, aboutMemory: __, at, ...call }] of calls.entries())
    rows.push({
      ...call,
      agentId: attributed[n] ?? null,
      userId: token.userId,
      tenantId: call.organizationId ?? token.userId,
      tokenName: token.name,
      query: await maskCallerText(call.query),
      reason: await maskCallerText(call.reason),
      createdAt: at,
    });
  if (rows.length > 0) await handle.insert(agentActivity).values(rows);

  for (const [tokenId, agentId] of last) {
    if (used.get(tokenId)?.lastAgentId === agentId) continue;
    await handle.update(tokens).set({ lastAgentId: agentId }).where(eq(tokens.id, tokenId));
    await handle
      .update(agentActivity)
      .set({ agentId })
      .where(
        and(
          eq(agentActivity.tokenId, tokenId),
          isNull(agentActivity.agentId),
          sql`${agentActivity.createdAt} > now() - ${UNNAMED_FOR}`,
        ),
      );
  }
}
