/** Links the keywords that an import's file names; those that the workspace lacks are made first. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { readKeywordLink, type KeywordLink } from '../model/memoryDetail';
import { patiently, type WriteContext } from './blockWrites';
import { everyRow } from './everyRow';
import { changeKeyword } from './keywordWrites';

export interface ImportKeywords {
  /** Links all texts to a block; answers how many could not be linked. */
  link(blockId: string, texts: readonly string[]): Promise<number>;
  /** Ids of the keywords that were made, for an undo. */
  made: readonly string[];
}

const keyOf = (text: string) => text.trim().toLowerCase();

/** The workspace's keywords are read once, with the first text; no keyword is made twice, however many blocks name it. */
export function importKeywords(context: WriteContext, signal: AbortSignal): ImportKeywords {
  const { api, scope } = context;
  const made: string[] = [];
  const ids = new Map<string, Promise<string>>();
  let known: Promise<KeywordLink[]> | null = null;

  const readKnown = () =>
    everyRow(
      (skip, limit) => api.call('GET /keywords/', { query: { limit, skip }, scope, signal }),
      readKeywordLink,
    );
  const find = (links: readonly KeywordLink[], text: string) =>
    links.find((link) => keyOf(link.text) === keyOf(text))?.id;

  async function idOf(text: string): Promise<string> {
    const there = find(await (known ??= readKnown()), text);
    if (there !== undefined) return there;
    try {
      const call = () => api.call('POST /keywords/', { body: { keyword_text: text }, scope, signal });
      const link = readKeywordLink(await patiently(call, signal));
      if (!link) throw new TypeError('The answer is no keyword.');
      made.push(link.id);
      return link.id;
    } catch (error) {
      // The service made it meanwhile, out of the words of a block.
      const now =
        error instanceof ApiError && error.status === 409 ? find(await readKnown(), text) : undefined;
      if (now === undefined) throw error;
      return now;
    }
  }

  async function linkOne(blockId: string, text: string): Promise<boolean> {
    try {
      const id = ids.get(keyOf(text)) ?? idOf(text);
      ids.set(keyOf(text), id);
      return (await changeKeyword(context, blockId, await id, true)) === null;
    } catch {
      return false; // Counted by the caller; the block itself is stored.
    }
  }
  return {
    made,
    async link(blockId, texts) {
      let unlinked = 0;
      for (const text of texts) if (!(await linkOne(blockId, text))) unlinked++;
      return unlinked;
    },
  };
}
