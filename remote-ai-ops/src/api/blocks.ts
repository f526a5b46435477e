/** Calls about single memory blocks that reviews need: reading, and the way back after a change. */
import {
  ApiError,
  fields,
  firstText,
  numberOr,
  type ApiClient,
} from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { readBlock, type ReviewedBlock } from '../model/block';
import { eachOf } from '../model/eachOf';

export async function loadBlock(api: ApiClient, id: string, signal?: AbortSignal): Promise<ReviewedBlock> {
  const block = readBlock(
    await api.call('GET /memory-blocks/{id}', { params: { id }, ...(signal && { signal }) }),
  );
  if (!block) throw new Error('The service sent a memory block that this dashboard cannot read.');
  return block;
}

/** Whether the service says that what was asked for is not there. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** One block, for showing it whole. */
export function useBlock(id: string | null) {
  return useScopedQuery({
    key: ['memory-block', 'review', id],
    load: (api, signal) => loadBlock(api, id ?? '', signal),
    enabled: id !== null,
  });
}

/** Blocks in the order of their ids; null where one is gone. Four at a time. */
export function useBlocks(ids: readonly string[], enabled = true) {
  return useScopedQuery({
    key: ['memory-block', 'review-many', ids],
    load: async (api, signal) => {
      const load = (id: string) =>
        loadBlock(api, id, signal).catch((error: unknown) => {
          if (isGone(error)) return null;
          throw error;
        });
      const blocks: (ReviewedBlock | null)[] = [];
      const failures = await eachOf(ids, async (id, index) => {
        blocks[index] = await load(id);
      });
      if (failures[0]) throw failures[0].error;
      return blocks;
    },
    enabled: enabled && ids.length > 0,
  });
}

/** Brings archived blocks back. Answers the ids that stayed archived, each with its error. */
export function restoreBlocks(api: ApiClient, ids: readonly string[]) {
  return eachOf(ids, async (id) => {
    const answer = await api.call('PUT /memory-blocks/{id}', { params: { id }, body: { archived: false } });
    // The earlier public service answers 200 and leaves the block where it is.
    if (fields(answer)['archived'] === true) throw new Error('The service left the memory archived.');
  });
}

export async function archiveBlock(api: ApiClient, id: string): Promise<void> {
  await api.call('POST /memory-blocks/{id}/archive', { params: { id } });
}

/**
 * The number of the version that holds a block's texts from before its last compaction, or null when the last change was another.
 * Only with a service that offers `memory.versions`.
 */
export async function versionBeforeCompaction(api: ApiClient, id: string): Promise<number | null> {
  const answer: unknown = await api.call('GET /memory-blocks/{id}/versions', {
    params: { id },
    query: { limit: 1 },
  });
  const newest = fields(Array.isArray(answer) ? answer[0] : null);
  return firstText(newest['reason']) === 'memory_compact' ? numberOr(newest['version'], null) : null;
}

/** Brings the texts of a version back. */
export async function restoreVersion(api: ApiClient, id: string, version: number): Promise<void> {
  const params = { id, version: String(version) };
  await api.call('POST /memory-blocks/{id}/versions/{version}/restore', { params });
}

/** Takes keywords off a block again; those that it does not have any more are no failure. */
export async function unlinkKeywords(api: ApiClient, id: string, keywords: readonly string[]): Promise<void> {
  const wanted = new Set(keywords.map((keyword) => keyword.toLowerCase()));
  const block = await loadBlock(api, id);
  for (const keyword of block.keywords) {
    if (keyword.id === '' || !wanted.has(keyword.text.toLowerCase())) continue;
    const params = { id, keyword_id: keyword.id };
    await api.call('DELETE /memory-blocks/{id}/keywords/{keyword_id}', { params });
  }
}

/** The texts of one version. @throws Error when the service does not have it among the newest fifty. */
export async function loadVersion(
  api: ApiClient,
  id: string,
  version: number,
  signal: AbortSignal,
): Promise<{ content: string; lesson: string }> {
  const answer: unknown = await api.call('GET /memory-blocks/{id}/versions', { params: { id }, signal });
  const found = (Array.isArray(answer) ? answer : [])
    .map(fields)
    .find((one) => numberOr(one['version'], null) === version);
  if (!found) throw new Error('The version before is not among the newest ones.');
  return { content: firstText(found['content']), lesson: firstText(found['lessons_learned']) };
}
