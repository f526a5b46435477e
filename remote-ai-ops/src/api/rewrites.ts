/** Calls that propose and apply rewrites of single blocks: compaction, keywords. */
import type { Compaction, KeywordSuggestion } from '@hindsight/shared-contracts/api';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { addOutcomes, batchesOf, NO_OUTCOME, outcomeOf, type Outcome } from '../model/batches';
import type { KeywordApplication } from '../model/keywordSuggestion';

/** A shorter version of a block. */
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

export async function applyCompaction(
  api: ApiClient,
  id: string,
  texts: { content: string; lesson: string },
): Promise<void> {
  const body = { compressed_content: texts.content, compressed_lessons_learned: texts.lesson || null };
  await api.call('POST /memory-blocks/{id}/compress/apply', { params: { id }, body });
}

/** Keywords for one block. */
export async function suggestKeywords(
  api: ApiClient,
  id: string,
  signal: AbortSignal,
): Promise<KeywordSuggestion> {
  const answer = await api.call('POST /memory-blocks/{id}/suggest-keywords', { params: { id }, signal });
  return { ...answer, memory_block_content_preview: '' };
}

/**
 * Applies chosen keywords in batches of 200, one after the other.
 * @param onBatch gets the number of finished blocks and their outcome after each batch.
 * @throws the error of the batch that failed as a whole, or an AbortError; earlier batches are applied then.
 */
export async function applyKeywords(
  api: ApiClient,
  applications: readonly KeywordApplication[],
  onBatch: (done: number, outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  let outcome = NO_OUTCOME;
  let done = 0;
  for (const batch of batchesOf(applications)) {
    signal.throwIfAborted();
    const body = { applications: batch };
    const answer = await api.call('POST /memory-blocks/bulk-apply-keywords', { body, signal });
    outcome = addOutcomes(outcome, outcomeOf(answer.results));
    done += batch.length;
    onBatch(done, outcome);
  }
  return outcome;
}
