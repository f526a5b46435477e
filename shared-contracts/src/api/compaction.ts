/** Rewriting memories: compaction, keyword suggestions and merging, for single memories and in bulk. */
import { z } from 'zod';
import { MAX_INSTRUCTIONS, MAX_PAGE_SIZE } from '../rules/limits';
import { EMPTY_MEMORY, isVisible } from '../rules/visibleText';
import { endpoint } from './endpoint';
import { IdParams, Timestamp, Uuid } from './common';
import { GeneratedBy } from './generatedBy';
import { Job } from './jobs';
import { MemoryBlock } from './memoryBlocks';

/** Ids as clients send them; an id that is not a UUID or does not exist counts as failed without stopping the others. */
const blockIds = z.array(z.string().max(200)).max(MAX_PAGE_SIZE);
const instructions = z.string().max(MAX_INSTRUCTIONS).default('');
/** Shared by the jobs of one run, so a reloaded page can find them together. */
const runId = Uuid.nullish();

export const Compaction = z.object({
  memory_id: Uuid,
  original_content: z.string(),
  original_lessons_learned: z.string().nullable(),
  compressed_content: z.string(),
  compressed_lessons_learned: z.string().nullable(),
  /** New length divided by previous length, content and lessons combined. */
  compression_ratio: z.number(),
  key_insights_preserved: z.array(z.string()),
  /** 1 to 10; null if unrated. */
  compression_quality_score: z.number().int().nullable(),
  rationale: z.string(),
  user_instructions: z.string(),
  timestamp: Timestamp,
  /** Null if unknown. */
  generated_by: GeneratedBy.nullable(),
});

export const KeywordSuggestion = z.object({
  memory_block_id: Uuid,
  memory_block_content_preview: z.string(),
  suggested_keywords: z.array(z.string()),
  /** The distinctive keywords; the others are everyday words. Absent in results of older jobs: all count as distinctive. */
  telling_keywords: z.array(z.string()).optional(),
  current_keywords: z.array(z.string()),
  /** Null if unknown. */
  generated_by: GeneratedBy.nullable(),
});

const failure = { success: z.boolean(), error: z.string().optional() };
const counts = {
  successful_count: z.number().int(),
  failed_count: z.number().int(),
  total_processed: z.number().int(),
  message: z.string(),
};

const CompactionResult = z.object({
  memory_block_id: z.string(),
  ...failure,
  original_length: z.number().int().optional(),
  compressed_length: z.number().int().optional(),
  compression_ratio: z.number().optional(),
  /** Number of the version that holds the previous texts. */
  version: z.number().int().optional(),
  generated_by: GeneratedBy.optional(),
  message: z.string().optional(),
});

const KeywordResult = z.object({
  memory_block_id: z.string(),
  ...failure,
  added_keywords: z.array(z.string()).optional(),
  skipped_keywords: z.array(z.string()).optional(),
});

export const compactionEndpoints = {
  'POST /memory-blocks/{id}/compress': endpoint({
    summary: 'A shorter version of a memory for review; nothing is stored.',
    params: IdParams,
    body: z.object({ user_instructions: instructions }).optional(),
    response: Compaction,
  }),
  'POST /memory-blocks/{id}/compress/apply': endpoint({
    summary: 'Stores a shorter version; the previous text stays in the version history.',
    params: IdParams,
    body: z.object({
      compressed_content: z.string().max(1_000_000).nullish(),
      compressed_lessons_learned: z.string().max(1_000_000).nullish(),
    }),
    response: MemoryBlock,
  }),
  'POST /memory-blocks/{id}/suggest-keywords': endpoint({
    summary: 'Keyword suggestions for a memory; nothing is stored.',
    params: IdParams,
    response: KeywordSuggestion.omit({ memory_block_content_preview: true }),
  }),
  'POST /memory-blocks/bulk-generate-keywords': endpoint({
    summary: 'Keyword suggestions for many memories. Runs as a job with Prefer: respond-async.',
    body: z.object({ memory_block_ids: blockIds, run_id: runId }),
    response: z.object({ suggestions: z.array(KeywordSuggestion), ...counts }),
    accepted: Job,
  }),
  'POST /memory-blocks/bulk-apply-keywords': endpoint({
    summary:
      'Links keywords to many memories and creates missing ones in their workspaces. Runs as a job with Prefer: respond-async.',
    body: z.object({
      run_id: runId,
      applications: z
        .array(
          z.object({
            memory_block_id: z.string().max(200).default(''),
            selected_keywords: z.array(z.string().max(1000)).max(100).default([]),
          }),
        )
        .max(MAX_PAGE_SIZE),
    }),
    response: z.object({ results: z.array(KeywordResult), ...counts }),
    accepted: Job,
  }),
  'POST /memory-blocks/bulk-compact': endpoint({
    summary:
      'Compacts many memories and stores the results; the previous texts stay in the version history. Runs as a job with Prefer: respond-async.',
    body: z.object({
      memory_block_ids: blockIds,
      user_instructions: instructions,
      max_concurrent: z.number().int().default(1),
      run_id: runId,
    }),
    response: z.object({ results: z.array(CompactionResult), ...counts }),
    accepted: Job,
  }),
  'POST /memory-blocks/merge': endpoint({
    summary: 'Merges two or more memories of the same workspace into one and archives the originals.',
    body: z.object({
      memory_block_ids: z
        .array(Uuid)
        .min(2, 'Choose at least two memory blocks.')
        .max(100)
        .refine((ids) => new Set(ids).size === ids.length, 'A memory block is listed twice.'),
      merged_content: z.string().max(1_000_000).refine(isVisible, EMPTY_MEMORY),
    }),
    response: z.object({ ...MemoryBlock.shape, archived_memory_ids: z.array(Uuid) }),
  }),
};

export type Compaction = z.infer<typeof Compaction>;
export type KeywordSuggestion = z.infer<typeof KeywordSuggestion>;
