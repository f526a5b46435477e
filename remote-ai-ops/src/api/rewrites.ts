/** Calls that propose and apply rewrites of single blocks: compaction, keywords. */
import { UnexpectedAnswerError, type ApiClient } from '@hindsight/shared-contracts/api/client';
import { addTallies, batchesOf, readBulkAnswer, type Tally } from '../model/batches';
import { readBlock } from '../model/block';
import { readCompaction, type Compaction } from '../model/compaction';
import {
  readKeywordSuggestion,
  type KeywordApplication,
  type KeywordSuggestion,
} from '../model/keywordSuggestion';

/** A shorter version of a block. @throws Error when the answer holds none. */
export async function proposeCompaction(
  api: ApiClient,
  id: string,
  instructions: string,
  signal: AbortSignal,
): Promise<Compaction> {
  const body = { user_instructions: instructions.trim() };
  const answer = await api.call('POST /memory-blocks/{id}/compress', { params: { id }, body, signal });
  const compaction = readCompaction(answer);
  if (!compaction) throw new Error('The service sent no shorter text.');
  return compaction;
}

/** @throws UnexpectedAnswerError when the answer is not the block: then nobody knows whether it was stored. */
export async function applyCompaction(
  api: ApiClient,
  id: string,
  texts: { content: string; lesson: string },
): Promise<void> {
  const body = { compressed_content: texts.content, compressed_lessons_learned: texts.lesson || null };
  const answer = await api.call('POST /memory-blocks/{id}/compress/apply', { params: { id }, body });
  if (!readBlock(answer)) throw new UnexpectedAnswerError(200, JSON.stringify(answer) ?? '');
}

/** Keywords for one block. @throws Error when the answer cannot be read. */
export async function suggestKeywords(
  api: ApiClient,
  id: string,
  signal: AbortSignal,
): Promise<KeywordSuggestion> {
  const answer = await api.call('POST /memory-blocks/{id}/suggest-keywords', { params: { id }, signal });
  const suggestion = readKeywordSuggestion(answer);
  if (!suggestion) throw new Error('The service sent suggestions that this dashboard cannot read.');
  return suggestion;
}

/**
 * Applies chosen keywords in batches of 200, one after the other.
 * @param onBatch told after each batch how many blocks are finished.
 * @throws the error of the batch that failed as a whole, or an AbortError; earlier batches are applied then.
 */
export async function applyKeywords(
  api: ApiClient,
  applications: readonly KeywordApplication[],
  onBatch: (done: number, tally: Tally) => void,
  signal: AbortSignal,
): Promise<Tally> {
  const tallies: Tally[] = [];
  let done = 0;
  for (const batch of batchesOf(applications)) {
    signal.throwIfAborted();
    const answer = await api.call('POST /memory-blocks/bulk-apply-keywords', {
      body: { applications: batch },
      signal,
    });
    tallies.push(
      readBulkAnswer(
        answer,
        batch.map(({ memory_block_id: id }) => id),
      ),
    );
    done += batch.length;
    onBatch(done, addTallies(tallies));
  }
  return addTallies(tallies);
}
