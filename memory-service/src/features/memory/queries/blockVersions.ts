/** Stores the state of memory blocks before each change. Every change calls `saveVersions` first, in the same transaction. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { MemoryBlockVersion } from '@hindsight/shared-contracts/api';
import { requireAnswerable } from './blockRows';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { runPrepared, withKeptPlans } from '../../../platform/database/prepared';
import { afterPlace, type Place } from '../../../platform/http/keyset';
import { wireTime } from '../../../platform/http/wire';
import { fieldsOnWire, FIELD_COLUMNS } from '../../../schema/blockColumns';
import type { StoredFields } from '../../../schema/blockColumns';
import { eachTenant, findTenant } from '../../../platform/database/tenants';
import type { TenantCondition } from '../../../platform/database/tenants';
import { displayNames } from '../../../platform/auth/users';

const SNAPSHOT_FIELDS = sql.raw(FIELD_COLUMNS.map(({ column }) => `'${column}', block.${column}`).join(', '));

/** Copies the current state of blocks. Lock their rows first; otherwise, two concurrent changes conflict on the unique version number. */
export async function saveVersions(
  handle: Handle,
  blockIds: readonly string[],
  reason: string,
  actorUserId: string | null,
): Promise<void> {
  if (blockIds.length === 0) return;
  const statement = (here: TenantCondition) => sql`
    insert into memory_block_versions (memory_block_id, tenant_id, version, reason, actor_user_id, snapshot)
    select block.id, block.tenant_id,
      coalesce((select max(version) from memory_block_versions kept where kept.memory_block_id = block.id and ${here('kept.tenant_id')}), 0) + 1,
      ${reason}, ${actorUserId}::uuid,
      jsonb_build_object(
        ${SNAPSHOT_FIELDS}, 'feedback_score', block.feedback_score, 'archived', block.archived,
        'visibility_scope', block.visibility_scope, 'owner_user_id', block.owner_user_id,
        'organization_id', block.organization_id, 'agent_id', block.agent_id,
        'keywords', coalesce((select jsonb_agg(keyword.text order by keyword.text)
          from memory_block_keywords link join keywords keyword on keyword.id = link.keyword_id and ${here('keyword.tenant_id')}
          where link.memory_block_id = block.id and ${here('link.tenant_id')}), '[]'::jsonb))
    from memory_blocks block where block.id = any (${uuids(blockIds)}) and ${here('block.tenant_id')} returning 1`;
  await withKeptPlans(handle, () =>
    eachTenant(handle, 'memory_blocks', blockIds, (_ids, here) => runPrepared(handle, statement(here))),
  );
}

/** Number of the latest version, or 0. */
export async function lastVersion(handle: Handle, blockId: string): Promise<number> {
  const here = await findTenant(handle, 'memory_blocks', blockId);
  const { rows } = await handle.execute<{ version: number }>(
    sql`select coalesce(max(version), 0)::int as version from memory_block_versions where memory_block_id = ${blockId}::uuid and ${here('tenant_id')}`,
  );
  return rows[0]?.version ?? 0;
}

interface VersionRow extends Record<string, unknown> {
  id: string;
  memory_block_id: string;
  version: number;
  reason: string;
  actor_user_id: string | null;
  created_at: string;
  snapshot: Snapshot;
}

/** The stored state: the columns of the block and the texts of its keywords. */
export interface Snapshot extends StoredFields {
  feedback_score: number | null;
  archived: boolean;
  keywords: string[];
}

/** Only versions of the block's current workspace: personal versions stay private when the block moves. */
export const IN_ITS_WORKSPACE = sql`version.snapshot ->> 'visibility_scope' = block.visibility_scope::text
  and version.snapshot ->> 'owner_user_id' is not distinct from block.owner_user_id::text
  and version.snapshot ->> 'organization_id' is not distinct from block.organization_id::text`;

const source = (blockId: string, here: TenantCondition) => sql`
  from memory_block_versions version join memory_blocks block on block.id = version.memory_block_id and block.tenant_id = version.tenant_id
  where version.memory_block_id = ${blockId}::uuid and ${here('version.tenant_id')} and ${IN_ITS_WORKSPACE}`;

/** One page, newest first, and the total count. */
export async function listVersions(
  handle: Handle,
  blockId: string,
  page: { after: Place | undefined; skip: number; limit: number },
): Promise<{ items: MemoryBlockVersion[]; total: number }> {
  const here = await findTenant(handle, 'memory_blocks', blockId);
  const counted = await handle.execute<{ total: number }>(
    sql`select count(*)::int as total ${source(blockId, here)}`,
  );
  const behind = afterPlace(page.after, sql`version.version`, sql`version.id`, { isNumber: true });
  const selectPage = (columns: SQL) =>
    sql`select ${columns} ${source(blockId, here)} and ${behind ?? sql`true`} order by version.version desc limit ${page.limit} offset ${page.skip}`;
  await requireAnswerable(handle, page.limit, selectPage(sql`octet_length(version.snapshot::text) as bytes`));
  const { rows } = await handle.execute<VersionRow>(selectPage(sql`version.*`));
  const names = await displayNames(
    handle,
    rows.map((row) => row.actor_user_id),
  );
  const items = rows.map((row) => toWire(row, names.get(row.actor_user_id ?? '') ?? null));
  return { items, total: counted.rows[0]?.total ?? 0 };
}

/** The state of one version, or undefined. */
export async function findVersion(
  handle: Handle,
  blockId: string,
  version: number,
): Promise<Snapshot | undefined> {
  const here = await findTenant(handle, 'memory_blocks', blockId);
  const { rows } = await handle.execute<VersionRow>(
    sql`select version.* ${source(blockId, here)} and version.version = ${version}`,
  );
  return rows[0]?.snapshot;
}

/** The subset of blocks whose texts equal those of the version again. */
export async function blocksAtVersion(
  handle: Handle,
  versions: readonly { id: string; version: number }[],
): Promise<Set<string>> {
  const { rows } = await handle.execute<{ id: string }>(sql`
    select block.id from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as kept(id uuid, version int)
    join memory_block_versions version on version.memory_block_id = kept.id and version.version = kept.version
    join memory_blocks block on block.id = kept.id and block.tenant_id = version.tenant_id
    where ${IN_ITS_WORKSPACE} and version.snapshot ->> 'content' = block.content
      and version.snapshot ->> 'lessons_learned' is not distinct from block.lessons_learned`);
  return new Set(rows.map(({ id }) => id));
}

/** The state before the latest compaction, or undefined. */
export async function loadStateBeforeCompaction(
  handle: Handle,
  blockId: string,
): Promise<Snapshot | undefined> {
  const here = await findTenant(handle, 'memory_blocks', blockId);
  const { rows } = await handle.execute<VersionRow>(
    sql`select version.* ${source(blockId, here)} and version.reason = 'memory_compact' order by version.version desc limit 1`,
  );
  return rows[0]?.snapshot;
}

function toWire(row: VersionRow, actorName: string | null): MemoryBlockVersion {
  const { snapshot } = row;
  return {
    id: row.id,
    memory_block_id: row.memory_block_id,
    version: row.version,
    reason: row.reason,
    actor_user_id: row.actor_user_id,
    actor_name: actorName,
    created_at: wireTime(row.created_at),
    ...fieldsOnWire(snapshot),
    feedback_score: snapshot.feedback_score,
    archived: snapshot.archived,
    keywords: snapshot.keywords,
  };
}
