/** Calls that propose and apply rewrites of single blocks: compaction and keywords. */
import type { Compaction, KeywordSuggestion, ReviewItem } from '@hindsight/shared-contracts/api';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { addOutcomes, splitIntoBatches, NO_OUTCOME, countOutcome, type Outcome } from '../model/batches';
import type { KeywordApplication } from '../model/keywordSuggestion';
import { collectFailures } from './blocks';

/** Proposes a shorter version of a block. */
export const proposeCompaction = (
  api: ApiClient,
  id: string,
  instructions: string,
  signal: AbortSignal,
): Promise<Compaction> =>
  api.call('POST /memory-blocks/{id}/compress', {
    params: { id },
    body: { user_instructions: instructions.trim() },
    signal,
  });

/** The shorter text of a proposal; never refetched, since a model may return a text the user did not see. @param item null for none. */
export function useShorterText(item: Pick<ReviewItem, 'id' | 'memory_block_ids'> | null) {
  const [id = ''] = item?.memory_block_ids ?? [];
  return useScopedQuery({
    key: ['compaction-of-review-item', item?.id],
    load: (api, signal) => proposeCompaction(api, id, '', signal),
    enabled: item !== null,
    staysFresh: true,
  });
}

export async function applyCompaction(
  api: ApiClient,
  id: string,
  texts: { content: string; lesson: string },
): Promise<void> {
  const body = { compressed_content: texts.content, compressed_lessons_learned: texts.lesson || null };
  await api.call('POST /memory-blocks/{id}/compress/apply', { params: { id }, body });
}

/** Suggests keywords for one block. */
export async function suggestKeywords(
  api: ApiClient,
  id: string,
  signal: AbortSignal,
): Promise<KeywordSuggestion> {
  const answer = await api.call('POST /memory-blocks/{id}/suggest-keywords', { params: { id }, signal });
  return { ...answer, memory_block_content_preview: '' };
}

/** Applies a batch. @returns the results of the response, or of fetching each block if the response was lost. */
async function applyBatch(api: ApiClient, batch: readonly KeywordApplication[]): Promise<Outcome> {
  try {
    const body = { applications: [...batch] };
    return countOutcome((await api.call('POST /memory-blocks/bulk-apply-keywords', { body })).results);
  } catch (error) {
    const ids = batch.map(({ memory_block_id: id }) => id);
    const failures = await collectFailures(api, ids, error, ({ keywords }, index) => {
      const known = new Set(keywords.map(({ keyword_text: text }) => text.toLowerCase()));
      return (batch[index]?.selected_keywords ?? []).every((text) => known.has(text.toLowerCase()));
    });
    if (failures.length === batch.length) throw error;
    const failed = new Set(failures.map(({ id }) => id));
    return { rows: ids.filter((id) => !failed.has(id)).map((id) => ({ memory_block_id: id })), failures };
  }
}

/**
 * Applies selected keywords in sequential batches of 200 until `isCancelled`. The in-flight batch is completed, so that the outcome of
 * each block is known.
 * @param onBatch receives the number of finished blocks and their outcome after each batch.
 * @throws the error of a batch that failed as a whole; earlier batches remain applied.
 */
export async function applyKeywords(
  api: ApiClient,
  applications: readonly KeywordApplication[],
  onBatch: (done: number, outcome: Outcome) => void,
  isCancelled: () => boolean,
): Promise<Outcome> {
  let outcome = NO_OUTCOME;
  let done = 0;
  for (const batch of splitIntoBatches(applications)) {
    if (isCancelled()) break;
    outcome = addOutcomes(outcome, await applyBatch(api, batch));
    done += batch.length;
    onBatch(done, outcome);
  }
  return outcome;
}
