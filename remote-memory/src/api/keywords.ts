/** The requests of the keyword catalogue. */
import type { KeptKeywords, KeywordChange, KeywordDistinction } from '@hindsight/shared-contracts/api';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import { placedQuery, placedRows } from '@hindsight/shared-ui/places';
import { toKeyword, type Keyword } from '../model/keyword';
import { toMemory } from '../model/memory';
import { unlessGone, type WriteContext } from './memoryWrites';
import { readAll } from './readAll';

/** The spec's memories of one page of a keyword's list. */
export const KEYWORD_MEMORIES = 50;

/** Every keyword of the workspace. */
export async function loadKeywords(
  { api, scope }: Pick<WriteContext, 'api'> & Partial<WriteContext>,
  signal: AbortSignal,
) {
  return readAll(async (behind?: Keyword) => {
    const query = { limit: MAX_PAGE_SIZE, ...(behind && { after: `${behind.id}_${behind.text}` }) };
    return (await api.call('GET /keywords/', { query, scope, signal })).map(toKeyword);
  });
}

/** Every keyword of the active workspace. @param isAwaited for the page that is about them: it is first drawn with them. */
export function useKeywords(enabled = true, isAwaited = false) {
  return useScopedQuery({
    key: ['keywords', 'list'],
    load: (api, signal) => loadKeywords({ api }, signal),
    enabled,
    isAwaited,
  });
}

/** How often each keyword is used. */
export function useKeywordCounts() {
  return useScopedQuery({
    key: ['keyword-counts'],
    load: async (api, signal) => {
      const { counts } = await api.call('GET /keywords/counts', { signal });
      return new Map(counts.map(({ keyword_id, count }) => [keyword_id, count]));
    },
  });
}

/** One page of the memories with a keyword; archived ones are not among them. @param place the row that it begins behind, where known. */
export function useKeywordMemories(id: string, page: number, place: string | undefined) {
  const skip = (page - 1) * KEYWORD_MEMORIES;
  const query = placedQuery({ skip, limit: KEYWORD_MEMORIES }, place);
  return useScopedQuery({
    key: ['memory-blocks', 'of-keyword', id, query],
    keepPrevious: true,
    load: async (api, signal) => {
      const rows = await api.call('GET /keywords/{id}/memory-blocks/', { params: { id }, query, signal });
      // The answer has no total: a full page counts as one that another one follows.
      const total = skip + rows.length + (rows.length === KEYWORD_MEMORIES ? 1 : 0);
      return placedRows({ items: rows.map(toMemory), total }, KEYWORD_MEMORIES, place);
    },
  });
}

/** Deletes a keyword. One that is already gone counts as deleted. */
export function deleteKeyword({ api, scope }: WriteContext, id: string): Promise<void> {
  return unlessGone(api.call('DELETE /keywords/{id}', { params: { id }, scope }));
}

/** Keywords that look like duplicates, and those in no memory. */
export function useKeywordCleanup(enabled = true) {
  return useScopedQuery({
    key: ['keyword-cleanup'],
    load: (api, signal) => api.call('GET /keywords/cleanup', { signal }),
    enabled,
  });
}

/** What changes would touch; nothing is asked while there are none. */
export function useChangePreview(changes: readonly KeywordChange[]) {
  return useScopedQuery({
    key: ['keyword-changes', changes],
    keepPrevious: true,
    load: (api, signal) =>
      api.call('POST /keywords/changes', { body: { changes: [...changes], dry_run: true }, signal }),
    enabled: changes.length > 0,
  });
}

/** Merges, renames and deletes keywords; resolves with the id for undoing it, or null where nothing has changed. */
export async function changeKeywords({ api, scope }: WriteContext, changes: KeywordChange[]) {
  return (await api.call('POST /keywords/changes', { body: { changes }, scope })).change_id;
}

export async function undoKeywordChanges({ api, scope }: WriteContext, id: string): Promise<void> {
  await api.call('POST /keywords/changes/{id}/undo', { params: { id }, scope });
}

/** Remembers that a keyword is another word than those it looks like, or forgets it. */
export async function keepDistinction({ api, scope }: WriteContext, body: KeywordDistinction): Promise<void> {
  await api.call('POST /keywords/distinctions', { body, scope });
}

/** Remembers that keywords stay though they are in no memory, or forgets it. */
export async function keepUnused({ api, scope }: WriteContext, body: KeptKeywords): Promise<void> {
  await api.call('POST /keywords/kept', { body, scope });
}
