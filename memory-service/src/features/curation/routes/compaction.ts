/** Compaction and keyword suggestions, for single blocks and in bulk. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { EMPTY_MEMORY, isVisible } from '@hindsight/shared-contracts/rules';
import type { Person, TokenHolder } from '../../../platform/auth/rules/principal';
import { compactTexts, storeCompact } from '../compaction';
import { countCharacters } from '../rewriter';
import { isSignificant } from '../../../platform/text/keywords';
import { applyKeywords, lockBlock, findBlock } from '../../memory';
import type { Database, Handle } from '../../../platform/database/database';
import { readAhead } from '../../secrets';
import { requireReadable, writable } from '../../../platform/http/access';
import { respondAsync, runJob } from '../../jobs';
import { accountFor, chargeTo } from '../../../platform/languageModel/languageModelUsage';
import { asHttpProblems, requireLanguageFeatures, withReason } from '../llmFeatures';
import { HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';

const MISSING = 'Memory block not found';

async function readBlock(database: Database, principal: Person | TokenHolder, id: string) {
  const found = await database.read(principal, (handle) => findBlock(handle, id));
  requireReadable(principal, found?.ownership, MISSING);
  if (!found) throw new HttpProblem(404, MISSING);
  return found;
}

async function requireBlock(handle: Handle, id: string): Promise<MemoryBlock> {
  const found = await findBlock(handle, id);
  if (!found) throw new Error('The updated memory was not found.');
  return found.block;
}

export const compactionRoutes = {
  'POST /memory-blocks/{id}/compress': {
    access: 'writer',
    handle: async ({ config, database, operations, principal, params, body, signal }) => {
      requireLanguageFeatures(config);
      const { block } = await readBlock(database, principal, params.id);
      const instructions = (body?.user_instructions ?? '').trim();
      const texts = { content: block.content, lessonsLearned: block.lessons_learned };
      const account = accountFor(block.organization_id ?? block.owner_user_id, 'compaction');
      const compact = await asHttpProblems(
        chargeTo(account, () => compactTexts(operations.rewriter, texts, instructions, signal)),
      );
      return {
        memory_id: block.id,
        original_content: block.content,
        original_lessons_learned: block.lessons_learned,
        compressed_content: compact.content,
        compressed_lessons_learned: compact.lessonsLearned,
        compression_ratio: countCharacters(compact) / countCharacters(texts),
        key_insights_preserved: compact.insights,
        compression_quality_score: compact.quality,
        rationale: compact.rationale,
        user_instructions: instructions,
        timestamp: new Date().toISOString(),
        generated_by: compact.generatedBy,
      };
    },
  },

  'POST /memory-blocks/{id}/compress/apply': {
    access: 'writer',
    handle: async ({ database, principal, params, body }) => {
      const content = body.compressed_content;
      if (!content || !isVisible(content)) throw new HttpProblem(400, EMPTY_MEMORY);
      await readAhead({ content, lessonsLearned: body.compressed_lessons_learned });
      return database.write(principal, async (handle) => {
        const row = writable(principal, await lockBlock(handle, params.id), MISSING);
        // Lessons that are not sent stay; an empty text clears them deliberately.
        const texts = { content, lessonsLearned: body.compressed_lessons_learned ?? row.lessonsLearned };
        await storeCompact(handle, row, texts, principal.userId, {});
        return requireBlock(handle, params.id);
      });
    },
  },

  'POST /memory-blocks/{id}/suggest-keywords': {
    access: 'writer',
    tokenScope: 'read',
    handle: async ({ config, database, operations, principal, params, signal }) => {
      requireLanguageFeatures(config);
      const { block } = await readBlock(database, principal, params.id);
      const texts = { content: block.content, lessonsLearned: block.lessons_learned };
      const account = accountFor(block.organization_id ?? block.owner_user_id, 'keywords');
      const { keywords, generatedBy } = await asHttpProblems(
        chargeTo(account, () => operations.rewriter.suggestKeywords(texts, signal)),
      );
      return {
        memory_block_id: block.id,
        suggested_keywords: keywords,
        telling_keywords: keywords.filter(isSignificant),
        current_keywords: block.keywords.map((keyword) => keyword.keyword_text),
        generated_by: generatedBy,
      };
    },
  },

  'POST /memory-blocks/bulk-generate-keywords': {
    access: 'writer',
    handle: async (call) => {
      requireLanguageFeatures(call.config);
      const { memory_block_ids: ids, run_id: runId } = call.body;
      if (ids.length === 0) throw new HttpProblem(400, 'No memory block IDs provided');
      const job = { kind: 'bulk_keywords' as const, options: {}, items: ids, runId };
      if (respondAsync(call)) return runJob.later(call, job);
      const outcomes = await runJob.now(call, job);
      const suggestions = outcomes.flatMap(({ success, ...suggestion }) => (success ? [suggestion] : []));
      const count = suggestions.length;
      return {
        suggestions: suggestions as never,
        successful_count: count,
        failed_count: ids.length - count,
        total_processed: ids.length,
        message: withReason(
          `Generated keyword suggestions for ${count} of ${ids.length} memory blocks.`,
          outcomes,
        ),
      };
    },
  },

  'POST /memory-blocks/bulk-apply-keywords': {
    access: 'writer',
    handle: async (call) => {
      const { database, principal, body } = call;
      const { applications, run_id: runId } = body;
      if (applications.length === 0) throw new HttpProblem(400, 'No keyword applications provided');
      if (respondAsync(call)) {
        return runJob.later(call, { kind: 'bulk_apply_keywords', options: {}, items: applications, runId });
      }
      const results = await database.write(principal, (handle) =>
        applyKeywords(handle, principal, applications),
      );
      const count = results.filter(({ success }) => success).length;
      return {
        results,
        successful_count: count,
        failed_count: results.length - count,
        total_processed: results.length,
        message: `Applied keywords to ${count} of ${results.length} memory blocks.`,
      };
    },
  },

  'POST /memory-blocks/bulk-compact': {
    access: 'writer',
    handle: async (call) => {
      requireLanguageFeatures(call.config);
      const { memory_block_ids: ids, user_instructions, max_concurrent, run_id: runId } = call.body;
      if (ids.length === 0) throw new HttpProblem(400, 'No memory block IDs provided');
      const options = { user_instructions, max_concurrent };
      const job = { kind: 'bulk_compaction' as const, options, items: ids, runId };
      if (respondAsync(call)) return runJob.later(call, job);
      const outcomes = await runJob.now(call, job);
      const count = outcomes.filter(({ success }) => success).length;
      return {
        results: outcomes as never,
        successful_count: count,
        failed_count: ids.length - count,
        total_processed: ids.length,
        message: withReason(
          `Compacted ${count} of ${ids.length} memory blocks. The previous versions are kept.`,
          outcomes,
        ),
      };
    },
  },
} satisfies Partial<Routes>;
