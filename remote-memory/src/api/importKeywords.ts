/** Links the keywords that an import's file names; those that the workspace lacks are created first. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { toKeyword, type Keyword } from '../model/keyword';
import { loadKeywords } from './keywords';
import { linkKeyword, type WriteContext } from './memoryWrites';
import { retryOnRateLimit } from './retryOnRateLimit';

interface ImportKeywords {
  /** Links all texts to a memory; answers how many could not be linked. */
  link(memoryId: string, texts: readonly string[]): Promise<number>;
  /** Ids of the keywords that were created, for an undo. */
  created: readonly string[];
}

const keyOf = (text: string) => text.trim().toLowerCase();

/** The workspace's keywords are read once; no keyword is created twice, however many memories name it. */
export function importKeywords(context: WriteContext, signal: AbortSignal): ImportKeywords {
  const { api, scope } = context;
  const created: string[] = [];
  const ids = new Map<string, Promise<string>>();
  let known: Promise<Keyword[]> | null = null;

  const find = (keywords: readonly Keyword[], text: string) =>
    keywords.find((keyword) => keyOf(keyword.text) === keyOf(text))?.id;

  async function idOf(text: string): Promise<string> {
    const existing = find(await (known ??= loadKeywords(context, signal)), text);
    if (existing !== undefined) return existing;
    try {
      const request = () => api.call('POST /keywords/', { body: { keyword_text: text }, scope, signal });
      const { id } = toKeyword(await retryOnRateLimit(request, signal));
      created.push(id);
      return id;
    } catch (error) {
      // The service created it meanwhile, from the content of a memory.
      const isConflict = error instanceof ApiError && error.status === 409;
      const now = isConflict ? find(await loadKeywords(context, signal), text) : undefined;
      if (now === undefined) throw error;
      return now;
    }
  }

  async function linkOne(memoryId: string, text: string): Promise<boolean> {
    try {
      const id = ids.get(keyOf(text)) ?? idOf(text);
      ids.set(keyOf(text), id);
      await linkKeyword(context, memoryId, await id);
      return true;
    } catch {
      return false; // Counted by the caller; the memory itself is stored.
    }
  }
  return {
    created,
    async link(memoryId, texts) {
      let unlinked = 0;
      for (const text of texts) if (!(await linkOne(memoryId, text))) unlinked++;
      return unlinked;
    },
  };
}
