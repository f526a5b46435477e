/** Finds, searches and writes agents. */
import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Agent } from '@hindsight/shared-contracts/api';
import type { Ownership, RowFilter } from '../../../platform/auth/rules/permissions';
import type { AuditAction } from '@hindsight/shared-contracts/rules';
import { agentToWire } from './agents';
import { audit } from '../../../platform/database/audits';
import {
  containsLetters,
  inWorkspace,
  placeColumns,
  rowsAllowed,
  sameWorkspace,
} from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { onlyRow } from '../../../platform/database/errors';
import { logRows, placeReturning } from '../../../platform/events/log';
import { readableAgents } from '../../../platform/database/readable';
import { agents, memoryBlocks } from '../../../schema/memory';
import { deleteBlocks } from '../../memoryRows';
import { screenTexts } from '../../secrets';
import { isDistributed } from '../../../platform/database/distribution';

export type AgentRow = typeof agents.$inferSelect;

/** Finds an agent and, if `lock` is set, locks it. */
export async function findAgent(
  handle: Handle,
  id: string,
  lock?: 'update' | 'share',
): Promise<AgentRow | undefined> {
  const query = handle.select().from(agents).where(eq(agents.id, id));
  if (lock && isDistributed()) {
    // For reference tables, Citus locks the whole table and rejects two concurrent shared locks; an advisory lock on the id avoids both.
    const strength = sql.raw(lock === 'share' ? '_shared' : '');
    await handle.execute(sql`select pg_advisory_xact_lock${strength}(hashtextextended(${id}, 0))`);
  }
  const [row] = await (lock && !isDistributed() ? query.for(lock) : query);
  return row;
}

interface AgentSearch {
  rows: RowFilter;
  text: string;
  skip: number;
  limit: number;
}

/** Statement for the ids of one page of a search. Separate, so that a test can check its plan. */
export function foundAgentsStatement({ rows, text, skip, limit }: AgentSearch): SQL {
  const [name, wanted] = [sql`hindsight_folded(${agents.name})`, sql`hindsight_folded(${text})`];
  return sql`
    select id from ${readableAgents}
    where ${rowsAllowed(agents, rows)} and (${containsLetters(agents.name, text)} or ${name} % ${wanted})
    order by similarity(${name}, ${wanted}) desc, lower(${agents.name}), ${agents.id} limit ${limit} offset ${skip}`;
}

/** Agents whose name contains the text or has similar spelling, best match first. */
export async function searchAgents(handle: Handle, search: AgentSearch): Promise<Agent[]> {
  const { rows } = await handle.execute<{ id: string }>(foundAgentsStatement(search));
  const ids = rows.map(({ id }) => id);
  const found = ids.length > 0 ? await handle.select().from(agents).where(inArray(agents.id, ids)) : [];
  const byId = new Map(found.map((row) => [row.id, agentToWire(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Applies the secret policy of the workspace to name and description. */
export async function screenAgent<T extends { name?: string; description?: string | null }>(
  handle: Handle,
  place: Ownership,
  { name, ...rest }: T,
): Promise<T> {
  const { agent_name: stored, ...values } = (
    await screenTexts(handle, place, { ...rest, ...(name !== undefined && { agent_name: name }) })
  ).values as Record<string, unknown>;
  return { ...values, ...(name !== undefined && { name: stored }) } as T;
}

/** Adds an event about an agent to the audit trail. */
export const auditAgent = (
  handle: Handle,
  agent: AgentRow,
  actionType: AuditAction,
  actorUserId: string,
  metadata: Record<string, unknown>,
) =>
  audit(handle, {
    actionType,
    targetType: 'agent',
    targetId: agent.id,
    organizationId: agent.organizationId,
    actorUserId,
    metadata,
  });

interface WantedAgent extends Pick<AgentRow, 'name' | 'description'> {
  place: Ownership;
  /** The person to name in the audit trail. */
  actorUserId: string;
}

/** Inserts an agent; undefined when its name is taken in the workspace. */
export async function insertAgent(
  handle: Handle,
  { name, description, place, actorUserId }: WantedAgent,
): Promise<AgentRow | undefined> {
  const values = await screenAgent(handle, place, { name, description });
  const [made] = await handle
    .insert(agents)
    .values({ ...values, ...placeColumns(place) })
    .onConflictDoNothing()
    .returning();
  if (made) {
    await logRows(handle, 'agents', 'added', [made]);
    await auditAgent(handle, made, 'agent_create', actorUserId, {
      name: made.name,
      scope: place.visibilityScope,
      organization_id: place.organizationId,
    });
  }
  return made;
}

/** The agent of this name in a workspace, ignoring case. */
async function findAgentNamed(handle: Handle, name: string, place: Ownership): Promise<AgentRow | undefined> {
  const [found] = await handle
    .select()
    .from(agents)
    .where(and(inWorkspace(agents, place), sql`lower(${agents.name}) = lower(${name})`));
  return found;
}

/** The agent of this name in a workspace, created if it does not exist. */
export async function ensureAgent(handle: Handle, wanted: WantedAgent): Promise<AgentRow> {
  const findByName = async () => {
    const { name } = await screenAgent(handle, wanted.place, { name: wanted.name });
    return findAgentNamed(handle, name, wanted.place);
  };
  const agent = (await findByName()) ?? (await insertAgent(handle, wanted)) ?? (await findByName());
  return onlyRow(agent ? [agent] : []);
}

/** Updates a locked agent and returns it. */
export async function changeAgent(
  handle: Handle,
  agent: AgentRow,
  values: Partial<typeof agents.$inferInsert>,
): Promise<AgentRow> {
  const after = onlyRow(
    await handle
      .update(agents)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(agents.id, agent.id))
      .returning(),
  );
  await logRows(handle, 'agents', 'changed', sameWorkspace(agent, after) ? [after] : [agent, after]);
  return after;
}

/** Counts the blocks that refer to an agent, in its workspace and in others. */
export async function countAgentBlocks(
  handle: Handle,
  agent: AgentRow,
): Promise<{ own: number; others: number }> {
  const own = inWorkspace(memoryBlocks, agent);
  const [counted] = await handle
    .select({ all: count(), own: sql<number>`count(*) filter (where ${own})`.mapWith(Number) })
    .from(memoryBlocks)
    .where(eq(memoryBlocks.agentId, agent.id));
  return { own: counted?.own ?? 0, others: (counted?.all ?? 0) - (counted?.own ?? 0) };
}

/** Deletes an agent with its blocks. */
export async function deleteAgent(handle: Handle, id: string): Promise<void> {
  await deleteBlocks(handle, eq(memoryBlocks.agentId, id));
  const gone = await handle.delete(agents).where(eq(agents.id, id)).returning(placeReturning(agents));
  // On a single server, foreign keys delete its activity.
  if (isDistributed()) await handle.execute(sql`select hindsight_forget_agent(${id}::uuid)`);
  await logRows(handle, 'agents', 'removed', gone);
}
