/** Jobs with one step per memory block: compaction and keyword suggestions in bulk. */
import { truncate, UUID_PATTERN } from '@hindsight/shared-contracts/rules';
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { mayRead, mayWrite } from '../../platform/auth/rules/permissions';
import { CHANGED, compactTexts, lockWritable, storeCompact } from './compaction';
import { isSignificant } from '../../platform/text/keywords';
import { countCharacters } from './rewriter';
import type { Rewriter } from './rewriter';
import { lastVersion, findBlock, MISSING } from '../memory';
import { storeProposals } from '../proposals';
import type { Database } from '../../platform/database/database';
import { readAhead } from '../secrets';
import { StepProblem } from '../../platform/jobs/steps';
import type { JobSteps, StepContext } from '../../platform/jobs/steps';

const MAX_CONCURRENCY = 10;
const PREVIEW = 100;

function readConcurrency(options: Record<string, unknown>): number {
  const wanted = Number(options['max_concurrent'] ?? 1);
  return Math.min(MAX_CONCURRENCY, Math.max(1, Math.trunc(wanted) || 1));
}

const readId = (input: unknown): string => String(input).trim().toLowerCase();

async function load(
  database: Database,
  { principal }: StepContext,
  input: unknown,
  need: 'read' | 'write',
): Promise<{ block: MemoryBlock; mayChange: boolean }> {
  const id = readId(input);
  if (!UUID_PATTERN.test(id)) throw new StepProblem('Invalid memory ID.');
  const found = await database.read(principal, (handle) => findBlock(handle, id));
  if (!found || !mayRead(principal, found.ownership)) throw new StepProblem(MISSING);
  const mayChange = mayWrite(principal, found.ownership);
  if (need === 'write' && !mayChange)
    throw new StepProblem('You don’t have permission to change this memory.');
  return { block: found.block, mayChange };
}

const toTexts = (block: MemoryBlock) => ({ content: block.content, lessonsLearned: block.lessons_learned });

const failedResult = (input: unknown, error: string) => ({
  memory_block_id: String(input),
  success: false as const,
  error,
});

/** Compacts and stores each block, with its previous version. */
export function compactionSteps(database: Database, rewriter: Rewriter): JobSteps {
  return {
    concurrency: readConcurrency,
    failed: failedResult,
    prepare: async (input, context) => {
      const { block } = await load(database, context, input, 'write');
      const texts = toTexts(block);
      const instructions = String(context.options['user_instructions'] ?? '');
      const compact = await compactTexts(rewriter, texts, instructions, context.signal);
      await readAhead({ content: compact.content, lessonsLearned: compact.lessonsLearned });
      return async (handle) => {
        const row = await lockWritable(handle, context.principal, block.id);
        if (row.content !== texts.content || row.lessonsLearned !== texts.lessonsLearned) {
          throw new StepProblem(CHANGED);
        }
        const metadata = { generated_by: compact.generatedBy, job_id: context.jobId };
        await storeCompact(handle, row, compact, context.principal.userId, metadata);
        return {
          memory_block_id: block.id,
          success: true,
          original_length: texts.content.length,
          compressed_length: compact.content.length,
          compression_ratio: countCharacters(compact) / countCharacters(texts),
          version: await lastVersion(handle, block.id),
          generated_by: compact.generatedBy,
          message: 'Memory compacted. The previous version is kept.',
        };
      };
    },
  };
}

/** Suggests keywords for each block; they become pending proposals if the caller may change the block. */
export function keywordSteps(database: Database, rewriter: Rewriter): JobSteps {
  return {
    concurrency: () => MAX_CONCURRENCY,
    failed: failedResult,
    prepare: async (input, context) => {
      const { block, mayChange } = await load(database, context, input, 'read');
      const { keywords, generatedBy } = await rewriter.suggestKeywords(toTexts(block), context.signal);
      if (keywords.length === 0) throw new StepProblem('No keyword suggestions for this memory.');
      const current = block.keywords.map((keyword) => keyword.keyword_text);
      const known = new Set(current.map((text) => text.toLowerCase()));
      const telling = keywords.filter(isSignificant);
      const fresh = telling.filter((text) => !known.has(text.toLowerCase()));
      return async (handle) => {
        if (mayChange && fresh.length > 0) {
          const proposal = { memoryBlockId: block.id, reason: '', keywords: fresh, generatedBy };
          await storeProposals(handle, 'keywords', [proposal]);
        }
        return {
          memory_block_id: block.id,
          success: true,
          memory_block_content_preview: truncate(block.content, PREVIEW),
          suggested_keywords: keywords,
          telling_keywords: telling,
          current_keywords: current,
          generated_by: generatedBy,
        };
      };
    },
  };
}
