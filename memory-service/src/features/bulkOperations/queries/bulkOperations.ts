/** Finds the rows of an organization, and the operations that empty one. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { BulkOperation, ResourceType } from '@hindsight/shared-contracts/api';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { inWorkspace, placeColumns } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { afterPlace, type Place } from '../../../platform/http/keyset';
import type { JobRow } from '../../../platform/jobs/jobs';
import { changeKeyword, deleteKeywords } from '../../memory';
import type { KeywordRow } from '../../memory';
import { agents, keywords, memoryBlocks } from '../../../schema/memory';
import { jobs } from '../../../schema/operations';
import { wireTime, wireTimeOrNull } from '../../../platform/http/wire';

const TABLES = { agents, memory_blocks: memoryBlocks, keywords } as const;
const inOrganization = (table: (typeof TABLES)[ResourceType], organizationId: string) =>
  inWorkspace(table, { visibilityScope: 'organization', ownerUserId: null, organizationId });
const KINDS = ['organization_move', 'organization_delete'];

/** Ids of an organization's rows of one kind, oldest first. */
export async function loadIds(handle: Handle, type: ResourceType, organizationId: string): Promise<string[]> {
  const table = TABLES[type];
  const rows = await handle
    .select({ id: table.id })
    .from(table)
    .where(inOrganization(table, organizationId))
    .orderBy(table.createdAt, table.id);
  return rows.map(({ id }) => id);
}

/** Agent names or keyword texts of an organization that already exist in `place`, ignoring case. */
export async function namesTaken(
  handle: Handle,
  type: 'agents' | 'keywords',
  organizationId: string,
  place: Ownership,
): Promise<string[]> {
  const table = TABLES[type];
  const name = type === 'agents' ? agents.name : keywords.text;
  const there = handle
    .select({ name: sql`lower(${name})` })
    .from(table)
    .where(inWorkspace(table, place));
  const rows = await handle
    .select({ name: sql<string>`${name}` })
    .from(table)
    .where(and(inOrganization(table, organizationId), inArray(sql`lower(${name})`, there)))
    .orderBy(sql`lower(${name})`);
  return rows.map((row) => row.name);
}

/** Deletes a locked keyword of an organization, or moves it; if its text exists at the destination, it is deleted. */
export async function moveKeyword(handle: Handle, row: KeywordRow, place: Ownership | null): Promise<void> {
  const isTaken =
    place !== null &&
    (
      await handle
        .select({ id: keywords.id })
        .from(keywords)
        .where(and(inWorkspace(keywords, place), sql`lower(${keywords.text}) = lower(${row.text})`))
    ).length > 0;
  if (place === null || isTaken) await deleteKeywords(handle, [row.id]);
  else await changeKeyword(handle, row, placeColumns(place));
}

/** Moves and deletions of all users, newest first; for superadmins. */
export async function listOperations(
  handle: Handle,
  page: { after?: Place | undefined; skip: number; limit: number; id?: string },
): Promise<JobRow[]> {
  return handle
    .select()
    .from(jobs)
    .where(
      and(
        inArray(jobs.kind, KINDS),
        page.id === undefined ? undefined : eq(jobs.id, page.id),
        afterPlace(page.after, sql`${jobs.createdAt}`, sql`${jobs.id}`),
      ),
    )
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(page.limit)
    .offset(page.skip);
}

export function operationOnWire(row: JobRow): BulkOperation {
  const options = row.options as { organization_id: string };
  return {
    id: row.id,
    type: row.kind === 'organization_move' ? 'bulk_move' : 'bulk_delete',
    status: row.status === 'queued' ? 'pending' : row.status,
    organization_id: options.organization_id,
    actor_user_id: row.userId,
    progress: row.done,
    failed: row.failed,
    total: row.total,
    error: row.error,
    created_at: wireTime(row.createdAt),
    started_at: wireTimeOrNull(row.startedAt),
    finished_at: wireTimeOrNull(row.finishedAt),
  };
}
