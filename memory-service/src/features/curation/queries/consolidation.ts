/** Fingerprints of blocks, merge candidates, and the life cycle of suggestions. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import type { Ownership, RowFilter } from '../../../platform/auth/rules/permissions';
import { placeColumns, rowsAllowed, uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import {
  readableBlocks,
  readableEmbeddings,
  readableFingerprints,
} from '../../../platform/database/readable';
import { memoryBlocks } from '../../../schema/memory';
import { placeReturning } from '../../../platform/events/log';
import { changeProposals, deleteProposals, deleteProposalsWithIds, logProposals } from '../../proposals';
import { proposals } from '../../../schema/proposals';
import { screenTexts } from '../../secrets';
import { eachTenant, onTenants } from '../../../platform/database/tenants';
import type { TenantCondition } from '../../../platform/database/tenants';

/** A proposed merge. */
export type SuggestionRow = typeof proposals.$inferSelect;

/** Starts with the version of the fingerprints, so that earlier ones are recomputed. */
const SOURCE = sql.raw(
  `md5('3' || E'\\n' || memory_blocks.content || E'\\n' || coalesce(memory_blocks.lessons_learned, ''))`,
);
const BATCH = 500;

/** A block without a current fingerprint. */
export interface BlockToFingerprint {
  id: string;
  source: string;
  text: string;
}

export type Fingerprinted = Omit<BlockToFingerprint, 'text'> & { bands: readonly number[] };

/** Up to 500 blocks of the rows that lack a current fingerprint. */
export async function blocksToFingerprint(handle: Handle, rows: RowFilter): Promise<BlockToFingerprint[]> {
  const found = await handle.execute<BlockToFingerprint & Record<string, unknown>>(sql`
    select memory_blocks.id, ${SOURCE} as source, concat_ws(E'\n', memory_blocks.content, memory_blocks.lessons_learned) as text
    from ${readableBlocks}
    left join (select print.* from ${readableFingerprints} where ${onTenants(rows)('print.tenant_id')}) as known
      on known.memory_block_id = memory_blocks.id
    where not memory_blocks.archived and ${rowsAllowed(memoryBlocks, rows)}
      and (known.memory_block_id is null or known.source_hash <> ${SOURCE})
    limit ${BATCH}`);
  return found.rows;
}

/** Stores fingerprints of blocks; blocks deleted in the meantime are skipped. */
export async function storeFingerprints(handle: Handle, blocks: readonly Fingerprinted[]): Promise<void> {
  const made = blocks.map(({ id, source, bands }) => ({ memory_block_id: id, source_hash: source, bands }));
  await eachTenant(
    handle,
    'memory_blocks',
    blocks.map(({ id }) => id),
    async (_ids, here) =>
      (
        await handle.execute(sql`
          insert into memory_block_fingerprints (memory_block_id, tenant_id, source_hash, bands)
          select memory_blocks.id, memory_blocks.tenant_id, made.source_hash, made.bands
          from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (memory_block_id uuid, source_hash text, bands integer[])
          join memory_blocks on memory_blocks.id = made.memory_block_id and ${here('memory_blocks.tenant_id')} for key share of memory_blocks
          on conflict on constraint memory_block_fingerprints_pkey do update set source_hash = excluded.source_hash, bands = excluded.bands
          returning 1`)
      ).rows,
  );
}

export interface Candidate {
  id: string;
  text: string;
  /** Blocks of different workspaces never share a group. */
  place: string;
}

/** Blocks of the rows that share a band with another block of the same workspace, oldest first, at most `limit`. */
export async function nearDuplicates(handle: Handle, rows: RowFilter, limit: number): Promise<Candidate[]> {
  const found = await handle.execute<{ id: string; text: string; place: string }>(sql`
    with banded as (
      select memory_blocks.id, band,
        concat_ws('/', visibility_scope::text, owner_user_id::text, organization_id::text) as place
      from ${readableBlocks} join ${readableFingerprints} on print.memory_block_id = memory_blocks.id and ${onTenants(rows)('print.tenant_id')},
        unnest(print.bands) as band
      where not archived and ${rowsAllowed(memoryBlocks, rows)}
    ), shared as (
      select place, band from banded group by place, band having count(*) > 1
    ), near as (
      select distinct banded.id, banded.place from banded join shared using (place, band)
    )
    select near.id, near.place, concat_ws(E'\n', memory_blocks.content, memory_blocks.lessons_learned) as text
    from near join ${readableBlocks} on memory_blocks.id = near.id and ${onTenants(rows)('memory_blocks.tenant_id')}
    order by memory_blocks.created_at, memory_blocks.id limit ${limit}`);
  return found.rows;
}

/** A block with its vector. */
export type Embedded = Candidate & { model: string; vector: number[] };

/** The newest blocks of the rows that have a vector, oldest first, at most `limit`; none if the service makes no vectors. */
export async function embeddedBlocks(handle: Handle, rows: RowFilter, limit: number): Promise<Embedded[]> {
  const found = await handle.execute<Embedded & Record<string, unknown>>(sql`
    with newest as (
      select memory_blocks.id, memory_blocks.created_at, concat_ws(E'\n', content, lessons_learned) as text,
        concat_ws('/', visibility_scope::text, owner_user_id::text, organization_id::text) as place, model, embedding as vector
      from ${readableBlocks} join ${readableEmbeddings} on memory_block_embeddings.memory_block_id = memory_blocks.id
        and ${onTenants(rows)('memory_block_embeddings.tenant_id')}
      where not archived and ${rowsAllowed(memoryBlocks, rows)}
      order by memory_blocks.created_at desc, memory_blocks.id limit ${limit}
    ) select id, text, place, model, vector from newest order by created_at, id`);
  return found.rows;
}

/**
 * Returns a check whether a group among the ids was rejected, by itself or as part of another one. A rejection holds until one of its
 * blocks changes.
 */
export async function isRejectedGroup(
  handle: Handle,
  ids: readonly string[],
): Promise<(group: readonly string[]) => boolean> {
  if (ids.length === 0) return () => false;
  const found = await eachTenant(
    handle,
    'memory_blocks',
    ids,
    async (_ids, here) =>
      (
        await handle.execute<{ ids: string[] }>(sql`
          select memory_block_ids::text[] as ids from proposals
          where kind = 'consolidation' and state = 'rejected' and memory_block_ids && ${uuids(ids)} and not exists (
            select 1 from ${readableBlocks} where memory_blocks.id = any (proposals.memory_block_ids) and ${here('memory_blocks.tenant_id')}
              and memory_blocks.updated_at > proposals.updated_at)`)
      ).rows,
  );
  const rejected = found.map((row) => new Set(row.ids));
  return (group) => rejected.some((decided) => group.every((id) => decided.has(id)));
}

/**
 * A memory's text differs from the one at the time of the suggestion, which is in the first version since: the merge would not match it.
 */
const outdated = (here: TenantCondition): SQL => sql`exists (
  select 1 from memory_blocks cross join lateral (
    select snapshot from memory_block_versions where memory_block_id = memory_blocks.id and ${here('memory_block_versions.tenant_id')}
      and memory_block_versions.created_at > proposals.created_at
    order by version limit 1) as kept
  where memory_blocks.id = any (proposals.memory_block_ids) and ${here('memory_blocks.tenant_id')}
    and (kept.snapshot ->> 'content', kept.snapshot ->> 'lessons_learned')
      is distinct from (memory_blocks.content, memory_blocks.lessons_learned))`;

/** Unusable suggestions: a memory has another text, or was archived. */
export const isUnusable = (here: TenantCondition): SQL => sql`(${outdated(here)} or exists (
  select 1 from ${readableBlocks} where memory_blocks.id = any (proposals.memory_block_ids) and ${here('memory_blocks.tenant_id')} and memory_blocks.archived))`;

/** Suggestions that another one by this maker would not improve: a model's text replaces one by rules. */
const notImprovedBy = (maker: GeneratedBy) =>
  maker === 'model' ? sql`generated_by is distinct from 'deterministic'` : sql`true`;

/** Ids in pending suggestions, except unusable ones. */
export async function pendingOriginals(
  handle: Handle,
  ids: readonly string[],
  maker: GeneratedBy = 'deterministic',
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await eachTenant(
    handle,
    'memory_blocks',
    ids,
    async (_ids, here) =>
      (
        await handle.execute<{ id: string }>(sql`
          select distinct original.id from proposals, unnest(memory_block_ids) as original(id)
          where kind = 'consolidation' and state = 'pending' and ${notImprovedBy(maker)} and not ${isUnusable(here)}
            and ${here('proposals.tenant_id')} and original.id = any(${uuids(ids)})`)
      ).rows,
  );
  return new Set(found.map(({ id }) => id));
}

export async function isOutdated(handle: Handle, suggestionId: string): Promise<boolean> {
  const found = await eachTenant(
    handle,
    'proposals',
    [suggestionId],
    async (_ids, here) =>
      (
        await handle.execute(
          sql`select 1 from proposals where id = ${suggestionId}::uuid and ${outdated(here)}`,
        )
      ).rows,
  );
  return found.length > 0;
}

/** Deletes outdated pending suggestions, so that their groups are examined again. */
export async function withdrawOutdated(handle: Handle, rows: RowFilter): Promise<void> {
  const here = onTenants(rows);
  const found = await handle.execute<{ id: string }>(
    sql`select id from proposals where kind = 'consolidation' and state = 'pending' and ${rowsAllowed(proposals, rows)} and ${outdated(here)}`,
  );
  await deleteProposalsWithIds(
    handle,
    found.rows.map(({ id }) => id),
  );
}

/** Deletes pending suggestions about the ids that one by this maker replaces. */
export async function withdrawImproved(
  handle: Handle,
  ids: readonly string[],
  maker: GeneratedBy,
): Promise<void> {
  await deleteProposals(
    handle,
    sql`kind = 'consolidation' and state = 'pending' and not ${notImprovedBy(maker)} and memory_block_ids && ${uuids(ids)}`,
  );
}

export interface NewSuggestion {
  content: string;
  lessonsLearned: string;
  keywords: string[];
  originals: string[];
  generatedBy: GeneratedBy;
  places?: readonly (readonly number[])[] | undefined;
  place: Ownership;
}

export async function insertSuggestion(handle: Handle, suggestion: NewSuggestion): Promise<string> {
  const { content, lessonsLearned, keywords } = suggestion;
  const { values } = await screenTexts(
    handle,
    suggestion.place,
    { content, lessonsLearned, keywords },
    'derived',
  );
  const [row] = await handle
    .insert(proposals)
    .values({
      kind: 'consolidation',
      groupId: sql`gen_random_uuid()`,
      content: values.content,
      lessonsLearned: values.lessonsLearned,
      keywords: values.keywords,
      memoryBlockIds: suggestion.originals,
      generatedBy: suggestion.generatedBy,
      places: values.content === content ? suggestion.places?.flat() : undefined,
      ...placeColumns(suggestion.place),
    })
    .returning(placeReturning(proposals));
  if (!row) throw new Error('The new suggestion was not found.');
  await logProposals(handle, 'added', [row]);
  return row.id;
}

const mergeById = (id: string) => and(eq(proposals.kind, 'consolidation'), eq(proposals.id, id));

/** The suggestion, locked until the end of the transaction if `lock` is set. */
export async function findSuggestion(
  handle: Handle,
  id: string,
  lock: boolean,
): Promise<SuggestionRow | undefined> {
  const query = handle.select().from(proposals).where(mergeById(id));
  const [row] = await (lock ? query.for('update') : query);
  return row;
}

/** The blocks of a suggestion in the order of the ids, locked in a consistent order if `lock` is set. Deleted ones are missing. */
export async function loadOriginals(handle: Handle, ids: readonly string[], lock: boolean) {
  if (ids.length === 0) return [];
  const rows = await eachTenant(handle, 'memory_blocks', ids, async (_ids, here) => {
    const query = handle
      .select()
      .from(memoryBlocks)
      .where(and(inArray(memoryBlocks.id, [...ids]), here('memory_blocks.tenant_id')))
      .orderBy(memoryBlocks.id);
    return lock ? query.for('update') : query;
  });
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Stores the decision about a locked suggestion; `pending` reverts a decision. */
export async function decideSuggestion(
  handle: Handle,
  id: string,
  state: SuggestionRow['state'],
  resultId: string | null,
): Promise<void> {
  const values = { state, resultId, snoozedUntil: null, updatedAt: sql`now()` };
  await changeProposals(handle, values, mergeById(id));
}

export async function deleteSuggestion(handle: Handle, id: string): Promise<void> {
  await deleteProposals(handle, mergeById(id));
}
