/** Reads one memory, and saves an edit of its fields and keywords as one operation. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { describeError } from '@hindsight/shared-contracts/rules';
import { diffDraft, toDraft, type EditDraft } from '../model/editDraft';
import { toMemory, type Memory } from '../model/memory';
import { isFatal, linkKeyword, unlinkKeyword, type WriteContext } from './memoryWrites';

/** One memory; not fetched while the ID is invalid. */
export function useMemory(id: string, enabled: boolean) {
  return useScopedQuery({
    key: ['memory-block', id],
    load: async (api, signal) =>
      toMemory(await api.call('GET /memory-blocks/{id}', { params: { id }, signal })),
    enabled,
  });
}

async function loadMemory({ api, scope }: WriteContext, id: string): Promise<Memory> {
  return toMemory(await api.call('GET /memory-blocks/{id}', { params: { id }, scope }));
}

/** A keyword that failed to be added or removed. */
export interface KeywordFailure {
  id: string;
  adding: boolean;
  reason: string;
}

type SaveResult =
  | { kind: 'saved'; memory: Memory }
  /** Nothing was saved. */
  | { kind: 'failed'; error: unknown }
  /** Nothing was saved, because someone changed the memory after the edit began. */
  | { kind: 'conflict'; theirs: Memory }
  /** Everything except these keywords was saved. */
  | { kind: 'partial'; memory: Memory; keywords: KeywordFailure[] };

const CONFLICT = 409;

async function saveKeywords(context: WriteContext, id: string, add: string[], remove: string[]) {
  const failures: KeywordFailure[] = [];
  const steps = [
    ...add.map((keyword) => ({ keyword, adding: true })),
    ...remove.map((keyword) => ({ keyword, adding: false })),
  ];
  let fatal: unknown = null;
  for (const { keyword, adding } of steps) {
    try {
      if (fatal !== null) throw fatal;
      await (adding ? linkKeyword : unlinkKeyword)(context, id, keyword);
    } catch (error) {
      failures.push({ id: keyword, adding, reason: describeError(error) });
      if (isFatal(error)) fatal = error;
    }
  }
  return failures;
}

/** @param base the memory the edit started from; its timestamp prevents overwriting a newer version. */
export async function saveMemory(context: WriteContext, base: Memory, draft: EditDraft): Promise<SaveResult> {
  const { api, scope } = context;
  const { id } = base;
  const { fields, body, addKeywords, removeKeywords } = diffDraft(toDraft(base), draft);
  let saved = base;
  if (fields.length > 0) {
    try {
      const guarded = { ...body, expected_updated_at: base.updatedAt };
      saved = toMemory(await api.call('PUT /memory-blocks/{id}', { params: { id }, body: guarded, scope }));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === CONFLICT)) return { kind: 'failed', error };
      const theirs = await loadMemory(context, id).catch(() => null);
      if (!theirs) return { kind: 'failed', error };
      const now = toDraft(theirs);
      // Saving the same text twice is not a conflict.
      if (fields.some((field) => now[field] !== draft[field])) return { kind: 'conflict', theirs };
      saved = theirs;
    }
  }
  const keywords = await saveKeywords(context, id, addKeywords, removeKeywords);
  // Keyword changes updated the memory after the fields; the next save must start from the latest state.
  const memory = await loadMemory(context, id).catch(() => saved);
  return keywords.length === 0 ? { kind: 'saved', memory } : { kind: 'partial', memory, keywords };
}
