/** Consolidation suggestions: groups of similar memories that the service suggests merging. */
import { z } from 'zod';
import { MAX_SEARCH_TEXT } from '../rules/limits';
import { EMPTY_MEMORY, isVisible } from '../rules/visibleText';
import { endpoint } from './endpoint';
import { IdParams, Page, ScopeQuery, SkipLimit, Timestamp, Uuid } from './common';
import { GeneratedBy } from './generatedBy';
import { Job } from './jobs';

export const ConsolidationStatus = z.enum(['pending', 'validated', 'rejected']);

export const ConsolidationSuggestion = z.object({
  suggestion_id: Uuid,
  group_id: Uuid,
  suggested_content: z.string(),
  suggested_lessons_learned: z.string(),
  suggested_keywords: z.array(z.string()),
  original_memory_ids: z.array(Uuid),
  status: ConsolidationStatus,
  /** Null if unknown. */
  generated_by: GeneratedBy.nullable(),
  /** Sources of the content's sentences, as the language model states them: ranges in the text and indexes into `original_memory_ids`. */
  sources: z
    .array(z.object({ start: z.number().int(), length: z.number().int(), original: z.number().int() }))
    .nullish(),
  /** The merged memory; null unless the suggestion is validated. */
  merged_memory_id: Uuid.nullable(),
  timestamp: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
});

const ConsolidationListQuery = z.object({
  ...ScopeQuery.shape,
  ...SkipLimit(50).shape,
  status: z.preprocess((value) => (value === '' ? undefined : value), ConsolidationStatus.optional()),
  group_id: z.preprocess((value) => (value === '' ? undefined : value), Uuid.optional()),
  start_date: z.string().optional(),
  end_date: z.string().optional(),
  search: z.string().max(MAX_SEARCH_TEXT).optional(),
  sort_by: z.enum(['timestamp', 'created_at', 'status']).default('timestamp'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
});

/** Accepted parts of a suggestion. The merged content is always accepted: without it there is nothing to validate. */
export const AcceptedFields = z.object({
  /** Replaces the suggested content. */
  content: z.string().max(1_000_000).refine(isVisible, EMPTY_MEMORY).optional(),
  /** False keeps the originals' distinct lessons, joined, or the memory's own; a text replaces the suggested one. */
  lessons_learned: z.union([z.boolean(), z.string().max(1_000_000)]).default(true),
  /** Suggested keywords to apply; absent applies all. Keywords that were not suggested come from the originals. */
  keywords: z.array(z.string().max(1000)).max(1000).optional(),
});

/** The counts once the work is done, the job while it is running. */
const ConsolidationTriggered = z.object({
  message: z.string(),
  groups_found: z.number().int().optional(),
  suggestions_created: z.number().int().optional(),
  ...Job.partial().shape,
});

export const consolidationEndpoints = {
  'GET /consolidation-suggestions/': endpoint({
    summary: 'A page of the suggestions whose originals are all readable by the caller.',
    query: ConsolidationListQuery,
    response: Page(ConsolidationSuggestion),
  }),
  'POST /consolidation/trigger/': endpoint({
    summary:
      'Find near-duplicates in the active scope and suggest merged texts. Runs as a job with Prefer: respond-async.',
    query: ScopeQuery,
    status: 202,
    response: ConsolidationTriggered,
    accepted: ConsolidationTriggered,
  }),
  'GET /consolidation-suggestions/{id}': endpoint({
    summary: 'One suggestion, if the caller can read every original.',
    params: IdParams,
    response: ConsolidationSuggestion,
  }),
  'POST /consolidation-suggestions/{id}/validate/': endpoint({
    summary:
      'Accept a suggestion: create the merged memory with the accepted fields and archive the originals.',
    params: IdParams,
    body: AcceptedFields.optional(),
    response: ConsolidationSuggestion,
  }),
  'POST /consolidation-suggestions/{id}/reject/': endpoint({
    summary: 'Reject a pending suggestion.',
    params: IdParams,
    response: ConsolidationSuggestion,
  }),
  'POST /consolidation-suggestions/{id}/reopen/': endpoint({
    summary: 'Reopen a resolved suggestion: restore the originals and archive the merged memory.',
    params: IdParams,
    response: ConsolidationSuggestion,
  }),
  'DELETE /consolidation-suggestions/{id}': endpoint({
    summary: 'Delete a suggestion; the memories do not change.',
    params: IdParams,
    status: 204,
  }),
};

export type AcceptedFields = z.infer<typeof AcceptedFields>;
export type ConsolidationSuggestion = z.infer<typeof ConsolidationSuggestion>;
export type ConsolidationStatus = z.infer<typeof ConsolidationStatus>;
