/** Stores findings of secrets in memory blocks, and decisions about them. */
import { and, count, desc, eq, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SecretFinding, SecretState } from '@hindsight/shared-contracts/api';
import type { Ownership, RowFilter } from '../../../platform/auth/rules/permissions';
import { hideSecrets } from '../../../platform/secretScanning/replaceSecrets';
import { allConditions, placeColumns, rowsAllowed, uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { logRows, placeReturning } from '../../../platform/events/log';
import { agents, memoryBlocks } from '../../../schema/memory';
import { findTenant } from '../../../platform/database/tenants';
import { secretFindings } from '../../../schema/secrets';
import type { FoundSecret, Screened } from './secretPolicies';
import { wireTime, wireTimeOrNull } from '../../../platform/http/wire';
import { afterPlace, type Place } from '../../../platform/http/keyset';

export type FindingRow = typeof secretFindings.$inferSelect;

type Placed = Ownership & { id: string };

/** Inserts findings of a block, skipping known ones. Stores no hash of masked secrets. @returns the number of new findings. */
export async function insertFindings(
  handle: Handle,
  block: Placed,
  found: readonly (FoundSecret & { version?: number })[],
  state: 'open' | 'masked',
): Promise<number> {
  const distinct = new Map(found.map((secret) => [`${secret.field} ${secret.hash}`, secret]));
  if (distinct.size === 0) return 0;
  const made = await handle
    .insert(secretFindings)
    .values(
      [...distinct.values()].map(({ field, kind, hash, version }) => ({
        memoryBlockId: block.id,
        field: field.slice(0, 50),
        kind,
        version: version ?? null,
        secretHash: state === 'masked' ? null : hash,
        state,
        ...placeColumns(block),
      })),
    )
    .onConflictDoNothing()
    .returning(placeReturning(secretFindings));
  await logRows(handle, 'suggestions', 'added', made);
  return made.length;
}

/** Stores the findings of a screened write. */
export async function saveFindings(
  handle: Handle,
  block: Placed,
  { found, mode }: Pick<Screened<unknown>, 'found' | 'mode'>,
): Promise<void> {
  await insertFindings(handle, block, found, mode === 'mark' ? 'open' : 'masked');
}

/** Moves the findings of a block to its new workspace, except those that the new screening has found again. */
export async function moveFindings(handle: Handle, block: Placed): Promise<void> {
  const ofBlock = eq(secretFindings.memoryBlockId, block.id);
  await deleteFindings(handle, [block.id], ne(secretFindings.state, 'masked'));
  const moved = await handle
    .update(secretFindings)
    .set(placeColumns(block))
    .where(ofBlock)
    .returning(placeReturning(secretFindings));
  await logRows(handle, 'suggestions', 'changed', moved);
}

/** Deletes all findings of blocks, or those that match the condition. */
export async function deleteFindings(
  handle: Handle,
  blockIds: readonly string[],
  condition?: SQL,
): Promise<void> {
  const gone = await handle
    .delete(secretFindings)
    .where(and(sql`${secretFindings.memoryBlockId} = any (${uuids(blockIds)})`, condition))
    .returning(placeReturning(secretFindings));
  await logRows(handle, 'suggestions', 'removed', gone);
}

const PREVIEW = 100;
/** Preview of a text whose secrets are already masked. */
export function maskedPreview(text: string): string {
  const start = text.trim();
  return start.length > PREVIEW ? `${start.slice(0, PREVIEW)}…` : start;
}
/** Characters to read for a preview: enough to recognize a secret that starts within it. */
export const READ_FOR_PREVIEW = 1000;

const shown = {
  finding: secretFindings,
  start: sql<string>`left(${memoryBlocks.content}, ${READ_FOR_PREVIEW})`,
  agentId: agents.id,
  agentName: agents.name,
};

interface ShownRow {
  finding: FindingRow;
  start: string;
  agentId: string;
  agentName: string;
}

/** API representation of rows; scans the text of each memory only once. */
async function toWire(rows: readonly ShownRow[]): Promise<SecretFinding[]> {
  const previews = new Map<string, string>();
  for (const { finding, start } of rows) {
    if (previews.has(finding.memoryBlockId)) continue;
    previews.set(finding.memoryBlockId, maskedPreview(await hideSecrets(start)));
  }
  return rows.map(({ finding, agentId, agentName }) => ({
    id: finding.id,
    memory_block_id: finding.memoryBlockId,
    memory_preview: previews.get(finding.memoryBlockId) ?? '',
    agent_id: agentId,
    agent_name: agentName,
    field: finding.field,
    version: finding.version,
    kind: finding.kind,
    state: finding.state,
    found_at: wireTime(finding.createdAt),
    decided_at: wireTimeOrNull(finding.decidedAt),
  }));
}

const select = (handle: Handle) =>
  handle
    .select(shown)
    .from(secretFindings)
    .innerJoin(
      memoryBlocks,
      and(
        eq(memoryBlocks.id, secretFindings.memoryBlockId),
        eq(memoryBlocks.tenantId, secretFindings.tenantId),
      ),
    )
    .innerJoin(agents, eq(agents.id, memoryBlocks.agentId));

/** One page, newest first, and the total number. */
export async function listFindings(
  handle: Handle,
  options: {
    rows: RowFilter;
    state: SecretState | undefined;
    after: Place | undefined;
    skip: number;
    limit: number;
  },
): Promise<{ items: SecretFinding[]; total: number }> {
  const condition = allConditions(
    rowsAllowed(secretFindings, options.rows),
    options.state && eq(secretFindings.state, options.state),
  );
  const [counted] = await handle.select({ total: count() }).from(secretFindings).where(condition);
  const rows = await select(handle)
    .where(
      allConditions(
        condition,
        afterPlace(options.after, sql`${secretFindings.createdAt}`, sql`${secretFindings.id}`),
      ),
    )
    .orderBy(desc(secretFindings.createdAt), desc(secretFindings.id))
    .limit(options.limit)
    .offset(options.skip);
  return { items: await toWire(rows), total: counted?.total ?? 0 };
}

/** A finding as sent to clients. */
export async function findingOnWire(handle: Handle, id: string): Promise<SecretFinding> {
  const here = await findTenant(handle, 'secret_findings', id);
  const [finding] = await toWire(
    await select(handle).where(and(eq(secretFindings.id, id), here('memory_blocks.tenant_id'))),
  );
  if (!finding) throw new Error('The updated finding was not found.');
  return finding;
}

/** Finds a finding that the caller can access. */
export async function findFinding(handle: Handle, id: string): Promise<FindingRow | undefined> {
  const [row] = await handle.select().from(secretFindings).where(eq(secretFindings.id, id));
  return row;
}

/** Finds and locks a finding until the transaction ends. */
export async function lockFinding(handle: Handle, id: string): Promise<FindingRow | undefined> {
  const [row] = await handle.select().from(secretFindings).where(eq(secretFindings.id, id)).for('update');
  return row;
}

/** Records a decision for every finding of the same secret in the block. */
export async function decideFinding(
  handle: Handle,
  { memoryBlockId, secretHash, id }: FindingRow,
  state: SecretState,
  actorUserId: string,
): Promise<void> {
  const same =
    secretHash === null
      ? eq(secretFindings.id, id)
      : and(eq(secretFindings.memoryBlockId, memoryBlockId), eq(secretFindings.secretHash, secretHash));
  await decideFindings(handle, same, state, actorUserId);
}

/** Records a decision for the findings that match a condition. */
export async function decideFindings(
  handle: Handle,
  condition: SQL | undefined,
  state: SecretState,
  actorUserId: string,
): Promise<void> {
  const decided = await handle
    .update(secretFindings)
    .set({
      state,
      ...(state === 'masked' && { secretHash: null }),
      decidedBy: state === 'open' ? null : actorUserId,
      decidedAt: state === 'open' ? null : sql`now()`,
    })
    .where(condition)
    .returning(placeReturning(secretFindings));
  await logRows(handle, 'suggestions', 'changed', decided);
}
