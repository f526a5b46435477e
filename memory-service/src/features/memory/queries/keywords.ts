/** Stores keywords and their links to memory blocks. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Keyword } from '@hindsight/shared-contracts/api';
import type { Ownership, RowFilter } from '../../../platform/auth/rules/permissions';
import {
  allConditions,
  containsLetters,
  inWorkspace,
  rowsAllowed,
  sameWorkspace,
  nameTenant,
  uuids,
} from '../../../platform/database/conditions';
import { keywordOnWire } from './blockRows';
import type { KeywordJson } from './blockRows';
import type { Handle } from '../../../platform/database/database';
import { logRows, placeReturning, PLACED } from '../../../platform/events/log';
import type { LoggedRow } from '../../../platform/events/log';
import { isDistributed } from '../../../platform/database/distribution';
import {
  eachTenant,
  findTenant,
  forgetTenants,
  noteTenants,
  ofTenant,
  onTenants,
} from '../../../platform/database/tenants';
import { onlyRow } from '../../../platform/database/errors';
import { countWithKeyword } from './keywordCounts';
import { keywordToWire } from './memoryBlocks';
import { afterPlace, type Place } from '../../../platform/http/keyset';
import { readableBlocks, readableKeywordLinks, readableKeywords } from '../../../platform/database/readable';
import { keywords, memoryBlockKeywords as links, memoryBlocks } from '../../../schema/memory';
import { addLinks, reindexBlocks, removeLinks } from '../../memoryRows';
import { screenTexts } from '../../secrets';
import type { Screening } from '../../secrets';

export { keywordToWire };
export type KeywordRow = typeof keywords.$inferSelect;

const UUID_LENGTH = 36;

interface KeywordPage {
  rows: RowFilter;
  skip: number;
  limit: number;
  /** Words that each keyword contains. */
  query?: string | undefined;
  /** Cursor: id and text of the last row before the page, joined by `_`. */
  after?: string | undefined;
}

/** A page of keywords and the total count; separate, so that a test can check its plan. */
export function keywordPageStatement({ rows, skip, limit, query = '', after }: KeywordPage): SQL {
  const words = query.split(/\s+/).filter((word) => word !== '');
  const condition = allConditions(
    rowsAllowed(keywords, rows),
    ...words.map((word) => containsLetters(keywords.text, word)),
  );
  const [id, text] = after ? [after.slice(0, UUID_LENGTH), after.slice(UUID_LENGTH + 1)] : [];
  const behind = after ? sql`where (lower(text), id) > (lower(${text}), ${id}::uuid)` : sql``;
  // A search compares each keyword once, for both the total and the page; without one, the page ends early.
  return sql`
    with found as ${sql.raw(words.length > 0 ? 'materialized' : 'not materialized')} (
      select keywords.* from ${readableKeywords} where ${condition}
    )
    select (select count(*)::int from found) as total, (
      select json_agg(page) from (
        select * from found ${behind} order by lower(text), id limit ${limit} offset ${skip}
      ) as page) as items`;
}

/** One page in alphabetical order and the total count. */
export async function listKeywords(
  handle: Handle,
  page: KeywordPage,
): Promise<{ items: Keyword[]; total: number }> {
  const { rows } = await handle.execute<{ total: number; items: KeywordJson[] | null }>(
    keywordPageStatement(page),
  );
  const { total, items } = onlyRow(rows);
  return { items: (items ?? []).map(keywordOnWire), total };
}

/** The keyword, locked against changes if `lock` is set. */
export async function findKeyword(handle: Handle, id: string, lock = false): Promise<KeywordRow | undefined> {
  const [row] = await eachTenant(handle, 'keywords', [id], async (_ids, here) => {
    const query = handle
      .select()
      .from(keywords)
      .where(and(eq(keywords.id, id), here('keywords.tenant_id')));
    return lock ? query.for('update') : query;
  });
  return row;
}

/** The texts that the workspace allows as keywords; those with a secret are dropped where secrets are masked or refused. */
export async function storableKeywords(
  handle: Handle,
  place: Ownership,
  texts: readonly string[],
  screening: Exclude<Screening, 'given'> = 'derived',
): Promise<readonly string[]> {
  const all = await screenTexts(handle, place, { keywords: texts.join('\n') }, screening);
  if (all.mode === 'mark' || all.found.length === 0) return texts;
  const storable: string[] = [];
  for (const text of texts) {
    const { found } = await screenTexts(handle, place, { keywords: text }, screening);
    if (found.length === 0) storable.push(text);
  }
  return storable;
}

/** Retries, because a concurrent merge may delete a keyword between its creation and its use. */
const ENSURE_TRIES = 3;

/**
 * Ids of the texts' keywords in one workspace; missing ones are created. Safe for concurrent use. They are locked against deletion;
 * otherwise, a link to a keyword that is merged concurrently would fail the whole write.
 */
export async function ensureKeywords(
  handle: Handle,
  place: Ownership,
  given: readonly string[],
): Promise<string[]> {
  const texts = given.length > 0 ? await storableKeywords(handle, place, given) : [];
  if (texts.length === 0) return [];
  const wanted = new Set(texts.map((text) => text.toLowerCase())).size;
  for (let tries = 1; ; tries += 1) {
    await createKeywords(handle, place, texts);
    const { rows } = await handle.execute<{ id: string }>(sql`
      select keywords.id from keywords where ${inWorkspace(keywords, place)}
        and lower(keywords.text) in (select lower(given.text) from ${toTexts(texts)})
      order by keywords.id for key share`);
    if (rows.length >= wanted || tries === ENSURE_TRIES) return rows.map((row) => row.id);
  }
}

const toTexts = (texts: readonly string[]) =>
  sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as given (text, place)`;

const isNamed = (place: Ownership) =>
  sql`lower(keywords.text) = lower(given.text) and ${inWorkspace(keywords, place)}`;

/** Creates the keywords that a workspace lacks, each once, and returns them. */
export async function createKeywords(
  handle: Handle,
  place: Ownership,
  texts: readonly string[],
): Promise<{ id: string; text: string }[]> {
  // In a consistent order, so that two writers wait for each other instead of deadlocking.
  const { rows } = await handle.execute<LoggedRow & { text: string }>(sql`
    insert into keywords (text, tenant_id, visibility_scope, owner_user_id, organization_id)
    select distinct on (lower(given.text)) given.text, ${nameTenant(place)}::uuid, ${place.visibilityScope}::visibility_scope,
      ${place.ownerUserId}::uuid, ${place.organizationId}::uuid
    from ${toTexts(texts)} order by lower(given.text), given.place
    on conflict do nothing returning ${PLACED}, text`);
  await noteTenants(
    handle,
    rows.map(({ id }) => ({ id, tenantId: nameTenant(place) })),
  );
  await logRows(handle, 'keywords', 'added', rows);
  return rows;
}

/** The texts that are not keywords of the workspace yet. */
export async function missingKeywords(
  handle: Handle,
  place: Ownership,
  texts: readonly string[],
): Promise<Set<string>> {
  const { rows } = await handle.execute<{ text: string }>(sql`
    select given.text from ${toTexts(texts)} where not exists (select 1 from keywords where ${isNamed(place)})`);
  return new Set(rows.map(({ text }) => text));
}

/**
 * Creates a keyword and returns it. If its workspace already has one of this text, returns nothing with `skips` set, and fails otherwise.
 */
export async function insertKeyword(
  handle: Handle,
  values: typeof keywords.$inferInsert,
  skips = false,
): Promise<KeywordRow[]> {
  const insertion = handle.insert(keywords).values(values);
  const made = await (skips ? insertion.onConflictDoNothing() : insertion).returning();
  await noteTenants(handle, made);
  await logRows(handle, 'keywords', 'added', made);
  return made;
}

/** Changes a keyword's text or workspace if it still matches `former`; returns it. */
export async function changeKeyword(
  handle: Handle,
  former: Pick<KeywordRow, 'id' | 'text'> & Ownership,
  values: Partial<typeof keywords.$inferInsert>,
): Promise<KeywordRow[]> {
  const here = ofTenant(nameTenant(former));
  const condition = and(
    eq(keywords.id, former.id),
    eq(keywords.text, former.text),
    here('keywords.tenant_id'),
  );
  const after =
    isDistributed() && values.tenantId !== undefined && values.tenantId !== nameTenant(former)
      ? await rewriteKeyword(handle, condition, values)
      : await handle.update(keywords).set(values).where(condition).returning();
  const moved = after.filter((row) => !sameWorkspace(row, former));
  await logRows(handle, 'keywords', 'changed', [...moved.map(() => former), ...after]);
  if (moved.length > 0)
    await handle.execute(sql`
      update keyword_distinctions set tenant_id = ${moved[0]?.tenantId}::uuid where first_id = ${former.id}::uuid`);
  // A new text changes the words of the index.
  if (after.some(({ text }) => text !== former.text))
    await reindexBlocks(handle, await blocksLinkedTo(handle, former.id));
  return after;
}

/** Rewrites a keyword under its new tenant, on that tenant's worker. */
async function rewriteKeyword(
  handle: Handle,
  condition: SQL | undefined,
  values: Partial<typeof keywords.$inferInsert>,
): Promise<KeywordRow[]> {
  const [gone] = await handle.delete(keywords).where(condition).returning();
  if (!gone) return [];
  const written = await handle
    .insert(keywords)
    .values({ ...gone, ...values })
    .returning();
  await noteTenants(handle, written);
  return written;
}

async function blocksLinkedTo(handle: Handle, keywordId: string): Promise<string[]> {
  const here = await findTenant(handle, 'keywords', keywordId);
  const linked = await handle
    .select({ id: links.memoryBlockId })
    .from(links)
    .where(and(eq(links.keywordId, keywordId), here('memory_block_keywords.tenant_id')));
  return linked.map(({ id }) => id);
}

/** Condition: keywords that no memory has. */
const UNUSED = sql`not exists (select 1 from memory_block_keywords as link where link.keyword_id = keywords.id and link.tenant_id = keywords.tenant_id)`;

/** Removes the links of keywords; returns their blocks, which the caller must reindex. */
export const removeKeywordLinks = (handle: Handle, ids: readonly string[]): Promise<string[]> =>
  eachTenant(handle, 'keywords', ids, (_ids, here) =>
    removeLinks(handle, sql`keyword_id = any (${uuids(ids)}) and ${here('tenant_id')}`),
  );

/** Deletes keywords with their links; with `areUnused`, only those that no memory has. */
export async function deleteKeywords(
  handle: Handle,
  ids: readonly string[],
  { areUnused = false } = {},
): Promise<void> {
  if (ids.length === 0) return;
  if (!areUnused) await reindexBlocks(handle, await removeKeywordLinks(handle, ids));
  const gone = await eachTenant(handle, 'keywords', ids, (_ids, here) =>
    handle
      .delete(keywords)
      .where(and(inArray(keywords.id, [...ids]), here('keywords.tenant_id'), areUnused ? UNUSED : undefined))
      .returning(placeReturning(keywords)),
  );
  const goneIds = gone.map(({ id }) => id);
  await forgetTenants(handle, goneIds);
  // Without Citus, they are deleted by cascade.
  if (isDistributed())
    await handle.execute(sql`
      delete from keyword_distinctions where ${uuids(goneIds)} && array[first_id, second_id]`);
  await logRows(handle, 'keywords', 'removed', gone);
}

/** Links keywords to a block; returns the number of new links. */
export async function linkKeywords(
  handle: Handle,
  memoryBlockId: string,
  keywordIds: readonly string[],
): Promise<number> {
  if (keywordIds.length === 0) return 0;
  const made = await eachTenant(handle, 'memory_blocks', [memoryBlockId], (_ids, here) =>
    addLinks(handle, sql`select ${memoryBlockId}::uuid, id from unnest(${uuids(keywordIds)}) as id`, here),
  );
  await reindexBlocks(handle, made);
  return made.length;
}

/** Removes links of a block; returns whether there were any. */
export async function unlinkKeywords(
  handle: Handle,
  memoryBlockId: string,
  ofKeywords: SQL,
): Promise<boolean> {
  const here = await findTenant(handle, 'memory_blocks', memoryBlockId);
  const changed = await removeLinks(
    handle,
    sql`memory_block_id = ${memoryBlockId}::uuid and ${here('memory_block_keywords.tenant_id')} and exists (select 1 from keywords where keywords.id = keyword_id and keywords.tenant_id = memory_block_keywords.tenant_id and ${ofKeywords})`,
  );
  await reindexBlocks(handle, changed);
  return changed.length > 0;
}

/** Condition: keywords of these texts. */
export const withTexts = (texts: readonly string[]): SQL =>
  sql`lower(keywords.text) in (select lower(given.text) from ${toTexts(texts)})`;

/** Ids of the active blocks with a keyword within the given rows, newest first, and their number. */
export async function blocksWithKeyword(
  handle: Handle,
  keywordId: string,
  options: { rows: RowFilter; after: Place | undefined; skip: number; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const total = await countWithKeyword(handle, keywordId, options.rows);
  if (options.limit === 0) return { ids: [], total };
  // For a frequent keyword, scan the newest blocks one by one; for a rare one, its links.
  const { rows } = await handle.execute<{ id: string }>(sql`
    select memory_blocks.id from ${readableBlocks}
    where not memory_blocks.archived and ${rowsAllowed(memoryBlocks, options.rows)}
      and memory_blocks.id in (select link.memory_block_id from ${readableKeywordLinks} where link.keyword_id = ${keywordId}::uuid and ${onTenants(options.rows)('link.tenant_id')})
      and ${afterPlace(options.after, sql`memory_blocks.created_at`, sql`memory_blocks.id`) ?? sql`true`}
    order by memory_blocks.created_at desc, memory_blocks.id desc limit ${options.limit} offset ${options.skip}`);
  return { ids: rows.map((row) => row.id), total };
}
