/** Merges, renames and deletes keywords, and stores what is needed to undo that. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { KeywordChange, KeywordChanges } from '@hindsight/shared-contracts/api';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { inWorkspace, nameTenant, placeColumns, uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { eachTenant, ofTenant } from '../../../platform/database/tenants';
import { onlyRow } from '../../../platform/database/errors';
import { addLinks, reindexBlocks, removeLinks } from '../../memoryRows';
import { changeKeyword, deleteKeywords, insertKeyword, removeKeywordLinks } from '../../memory';
import type { KeywordRow } from '../../memory';
import { readableLinks } from '../../../platform/database/readable';
import { keywordChanges, type KeptChange } from '../../../schema/keywordChanges';
import { keywords } from '../../../schema/memory';

export type KeywordChangeRow = typeof keywordChanges.$inferSelect;

const lowerCaseArray = (values: readonly string[]) =>
  sql`(select array(select lower(given) from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) as given))::text[]`;

/**
 * Locks the workspace's keywords with these ids or texts, ignoring case, in a fixed order, so that concurrent cleanups queue up instead of
 * deadlocking.
 */
export async function lockKeywords(
  handle: Handle,
  place: Ownership,
  { ids, named }: { ids: readonly string[]; named: readonly string[] },
): Promise<KeywordRow[]> {
  return handle
    .select()
    .from(keywords)
    .where(
      sql`${inWorkspace(keywords, place)} and (${keywords.id} = any (${uuids(ids)}) or lower(${keywords.text}) = any (${lowerCaseArray(named)}))`,
    )
    .orderBy(keywords.id)
    .for('update');
}

/** A change with its locked rows. */
export interface PlannedChange {
  removed: KeywordRow[];
  target: KeywordRow | null;
  text: string | null;
}

/** For each change, the keywords to remove and the one to keep: the keyword that already has the text, else the first one, renamed. */
export function planChanges(
  changes: readonly KeywordChange[],
  locked: readonly KeywordRow[],
): PlannedChange[] {
  const byId = new Map(locked.map((row) => [row.id, row]));
  return changes.map(({ keyword_ids: ids, keyword_text: text }) => {
    const rows = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
    if (text === null) return { removed: rows, target: null, text };
    const holder = locked.find((row) => row.text.toLowerCase() === text.toLowerCase());
    const target = holder ?? rows[0] ?? null;
    // A target outside of the change keeps its spelling.
    const isOwn = target !== null && rows.some(({ id }) => id === target.id);
    return {
      removed: rows.filter(({ id }) => id !== target?.id),
      target,
      text: isOwn ? text : (target?.text ?? text),
    };
  });
}

interface KeywordLink extends Record<string, unknown> {
  keywordId: string;
  blockId: string;
  archived: boolean;
}

/** Links of keywords to memories, including archived ones. */
export async function linksOfKeywords(handle: Handle, ids: readonly string[]): Promise<KeywordLink[]> {
  return eachTenant(handle, 'keywords', ids, async (_ids, here) => {
    const { rows } = await handle.execute<KeywordLink>(sql`
    select link.keyword_id as "keywordId", link.memory_block_id as "blockId", link.archived from ${readableLinks}
    where link.keyword_id = any (${uuids(ids)}) and ${here('link.tenant_id')}`);
    return rows;
  });
}

/** Applies a planned change. @returns the data needed to undo it. */
export async function applyChange(
  handle: Handle,
  { removed, target, text }: PlannedChange,
  links: readonly KeywordLink[],
): Promise<KeptChange> {
  const blocksWithKeyword = (id: string) =>
    links.flatMap(({ keywordId, blockId }) => (keywordId === id ? [blockId] : []));
  const ids = removed.map(({ id }) => id);
  if (target && text !== null && text !== target.text) {
    await changeKeyword(handle, target, { text });
  }
  const gained = target
    ? await linkBlocks(handle, target.id, [...new Set(ids.flatMap(blocksWithKeyword))])
    : [];
  const lost = await removeKeywordLinks(handle, ids);
  await reindexBlocks(handle, [...new Set([...gained, ...lost])]);
  await deleteKeywords(handle, ids);
  return {
    removed: removed.map((row) => ({
      id: row.id,
      text: row.text,
      created_at: row.createdAt,
      blocks: blocksWithKeyword(row.id),
    })),
    target: target && { id: target.id, text: text ?? target.text, text_before: target.text, gained },
  };
}

/** Links a keyword to the memories still in its workspace. @returns the newly linked ones. */
const linkBlocks = (handle: Handle, keywordId: string, blockIds: readonly string[]): Promise<string[]> =>
  eachTenant(handle, 'keywords', [keywordId], (_ids, here) =>
    addLinks(
      handle,
      sql`select block.id, keyword.id from memory_blocks as block join keywords as keyword on keyword.id = ${keywordId}::uuid
      and (keyword.visibility_scope, coalesce(keyword.owner_user_id, keyword.organization_id))
        is not distinct from (block.visibility_scope, coalesce(block.owner_user_id, block.organization_id))
    where block.id = any (${uuids(blockIds)}) and block.tenant_id = keyword.tenant_id and ${here('keyword.tenant_id')}`,
      here,
    ),
  );

export async function saveKeywordChanges(
  handle: Handle,
  place: Ownership,
  actorUserId: string,
  changes: KeptChange[],
): Promise<string> {
  const values = { ...placeColumns(place), actorUserId, changes };
  return onlyRow(await handle.insert(keywordChanges).values(values).returning({ id: keywordChanges.id })).id;
}

/** The stored changes, locked. */
export async function lockChanges(handle: Handle, id: string): Promise<KeywordChangeRow | undefined> {
  const [row] = await handle.select().from(keywordChanges).where(eq(keywordChanges.id, id)).for('update');
  return row;
}

/** Undoes one change. If a removed keyword was created again, that one gets the memories; deleted or moved memories are skipped. */
async function undoChange(handle: Handle, place: Ownership, { removed, target }: KeptChange): Promise<void> {
  if (target) {
    await changeKeyword(handle, { ...target, ...placeColumns(place) }, { text: target.text_before });
  }
  const changed = new Set<string>();
  for (const row of removed) {
    const values = { id: row.id, text: row.text, createdAt: row.created_at, ...placeColumns(place) };
    const [restored] = await insertKeyword(handle, values, true);
    const [known] = restored ? [restored] : await lockKeywords(handle, place, { ids: [], named: [row.text] });
    if (!known) continue;
    for (const id of await linkBlocks(handle, known.id, row.blocks)) changed.add(id);
  }
  const gained =
    target &&
    sql`keyword_id = ${target.id}::uuid and memory_block_id = any (${uuids(target.gained)}) and ${ofTenant(nameTenant(place))('tenant_id')}`;
  if (gained) for (const id of await removeLinks(handle, gained)) changed.add(id);
  await reindexBlocks(handle, [...changed]);
}

/** Undoes all changes of one call in reverse order. @returns the number of restored keywords and memories. */
export async function undoChanges(
  handle: Handle,
  row: KeywordChangeRow,
): Promise<{ keywords: number; memories: number }> {
  for (const change of [...row.changes].reverse()) await undoChange(handle, row, change);
  await handle
    .update(keywordChanges)
    .set({ undoneAt: sql`now()` })
    .where(and(eq(keywordChanges.id, row.id), isNull(keywordChanges.undoneAt)));
  const removed = row.changes.flatMap((change) => change.removed);
  return {
    keywords:
      removed.length + row.changes.filter(({ target }) => target?.text !== target?.text_before).length,
    memories: new Set(removed.flatMap(({ blocks }) => blocks)).size,
  };
}

/** How long changes can be undone; the audit trail keeps them longer. */
const KEPT_FOR = '30 days';

export async function deleteOldKeywordChanges(handle: Handle): Promise<void> {
  await handle.execute(sql`delete from keyword_changes where created_at < now() - ${KEPT_FOR}::interval`);
}

/** Summary of changes for the API: affected memories and removed keywords. */
export function describeChanges(
  planned: readonly PlannedChange[],
  links: readonly KeywordLink[],
): Omit<KeywordChanges, 'change_id'> {
  const changed = new Set(
    planned.flatMap(({ removed, target, text }) => [
      ...removed.map(({ id }) => id),
      ...(target && text !== target.text ? [target.id] : []),
    ]),
  );
  const touched = links.filter(({ keywordId }) => changed.has(keywordId));
  const distinct = (of: typeof touched) => new Set(of.map(({ blockId }) => blockId)).size;
  return {
    memories: distinct(touched),
    archived: distinct(touched.filter(({ archived }) => archived)),
    results: planned.map(({ removed, target, text }) => ({
      keyword_id: target?.id ?? null,
      keyword_text: text,
      removed: removed.map(({ id, text: gone }) => ({
        keyword_id: id,
        keyword_text: gone,
        memories: touched.filter(({ keywordId }) => keywordId === id).length,
      })),
    })),
  };
}
