/** Requests of the keyword catalog. */
import type { KeptKeywords, KeywordChange, KeywordDistinction } from '@hindsight/shared-contracts/api';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import { placedQuery, placedRows } from '@hindsight/shared-ui/places';
import { toKeyword, type Keyword } from '../model/keyword';
import { toMemory } from '../model/memory';
import { ignoreNotFound, type WriteContext } from './memoryWrites';
import { readAll } from './readAll';

/** Memories per page of a keyword's list, as specified. */
export const KEYWORD_MEMORIES = 50;

/** Loads all keywords of the workspace. */
export async function loadKeywords(
  { api, scope }: Pick<WriteContext, 'api'> & Partial<WriteContext>,
  signal: AbortSignal,
) {
  return readAll(async (behind?: Keyword) => {
    const query = { limit: MAX_PAGE_SIZE, ...(behind && { after: `${behind.id}_${behind.text}` }) };
    return (await api.call('GET /keywords/', { query, scope, signal })).map(toKeyword);
  });
}

/** All keywords of the active workspace. @param isAwaited set by the keywords page, whose first paint waits for them. */
export function useKeywords(enabled = true, isAwaited = false) {
  return useScopedQuery({
    key: ['keywords', 'list'],
    load: (api, signal) => loadKeywords({ api }, signal),
    enabled,
    isAwaited,
  });
}

/** Usage count of each keyword. */
export function useKeywordCounts() {
  return useScopedQuery({
    key: ['keyword-counts'],
    load: async (api, signal) => {
      const { counts } = await api.call('GET /keywords/counts', { signal });
      return new Map(counts.map(({ keyword_id, count }) => [keyword_id, count]));
    },
  });
}

/** One page of the active memories with a keyword. @param place the row before the page, if known. */
export function useKeywordMemories(id: string, page: number, place: string | undefined) {
  const skip = (page - 1) * KEYWORD_MEMORIES;
  const query = placedQuery({ skip, limit: KEYWORD_MEMORIES }, place);
  return useScopedQuery({
    key: ['memory-blocks', 'of-keyword', id, query],
    keepPrevious: true,
    load: async (api, signal) => {
      const rows = await api.call('GET /keywords/{id}/memory-blocks/', { params: { id }, query, signal });
      // The response has no total: a full page implies that another one follows.
      const total = skip + rows.length + (rows.length === KEYWORD_MEMORIES ? 1 : 0);
      return placedRows({ items: rows.map(toMemory), total }, KEYWORD_MEMORIES, place);
    },
  });
}

/** Deletes a keyword. Counts as deleted if it no longer exists. */
export function deleteKeyword({ api, scope }: WriteContext, id: string): Promise<void> {
  return ignoreNotFound(api.call('DELETE /keywords/{id}', { params: { id }, scope }));
}

/** Likely duplicate keywords, and keywords that no memory uses. */
export function useKeywordCleanup(enabled = true) {
  return useScopedQuery({
    key: ['keyword-cleanup'],
    load: (api, signal) => api.call('GET /keywords/cleanup', { signal }),
    enabled,
  });
}

/** Preview of the memories that changes affect; sends no request without changes. */
export function useChangePreview(changes: readonly KeywordChange[]) {
  return useScopedQuery({
    key: ['keyword-changes', changes],
    keepPrevious: true,
    load: (api, signal) =>
      api.call('POST /keywords/changes', { body: { changes: [...changes], dry_run: true }, signal }),
    enabled: changes.length > 0,
  });
}

/** Merges, renames and deletes keywords. Resolves with the ID for the undo, or null when nothing changed. */
export async function changeKeywords({ api, scope }: WriteContext, changes: KeywordChange[]) {
  return (await api.call('POST /keywords/changes', { body: { changes }, scope })).change_id;
}

export async function undoKeywordChanges({ api, scope }: WriteContext, id: string): Promise<void> {
  await api.call('POST /keywords/changes/{id}/undo', { params: { id }, scope });
}

/** Marks a keyword as distinct from the ones it resembles, or removes that mark. */
export async function keepDistinction({ api, scope }: WriteContext, body: KeywordDistinction): Promise<void> {
  await api.call('POST /keywords/distinctions', { body, scope });
}

/** Marks unused keywords to be kept, or removes that mark. */
export async function keepUnused({ api, scope }: WriteContext, body: KeptKeywords): Promise<void> {
  await api.call('POST /keywords/kept', { body, scope });
}
