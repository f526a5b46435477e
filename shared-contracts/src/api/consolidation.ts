/** Consolidation suggestions: groups of similar memories that a machine proposes to merge. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { Page, ScopeQuery, SkipLimit, Timestamp, Uuid } from './common';

export const ConsolidationStatus = z.enum(['pending', 'validated', 'rejected']);

export const ConsolidationSuggestion = z.object({
  suggestion_id: Uuid,
  group_id: Uuid,
  suggested_content: z.string(),
  suggested_lessons_learned: z.string(),
  suggested_keywords: z.array(z.string()),
  original_memory_ids: z.array(Uuid),
  status: ConsolidationStatus,
  timestamp: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const ConsolidationListQuery = z.object({
  ...ScopeQuery.shape,
  ...SkipLimit(50).shape,
  status: z.preprocess((value) => (value === '' ? undefined : value), ConsolidationStatus.optional()),
  group_id: z.preprocess((value) => (value === '' ? undefined : value), Uuid.optional()),
  start_date: z.string().optional(),
  end_date: z.string().optional(),
  search: z.string().max(1000).optional(),
  sort_by: z.enum(['timestamp', 'created_at', 'status']).default('timestamp'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
});

export const consolidationEndpoints = {
  'GET /consolidation-suggestions/': endpoint({
    summary: 'A page of suggestions whose originals the caller may all read.',
    query: ConsolidationListQuery,
    response: Page(ConsolidationSuggestion),
  }),
};

export type ConsolidationSuggestion = z.infer<typeof ConsolidationSuggestion>;
export type ConsolidationStatus = z.infer<typeof ConsolidationStatus>;
