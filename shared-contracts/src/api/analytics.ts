/** Aggregates over a workspace, counted by the server and exact at any size. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { ScopeQuery, Timestamp, Uuid } from './common';

const count = z.number().int();

export const AnalyticsSummary = z.object({
  totals: z.object({
    memory_blocks: count,
    archived_blocks: count,
    agents: count,
    conversations: count,
    keywords: count,
    retrievals: count,
    /** Mean of the blocks that are not archived; null when there is none. */
    average_feedback_score: z.number().nullable(),
  }),
  /** Blocks that are not archived, most first. */
  agents: z.array(z.object({ agent_id: Uuid, agent_name: z.string(), memory_block_count: count })),
  /** The ten with the most blocks that are not archived. */
  top_conversations: z.array(
    z.object({ conversation_id: Uuid, memory_block_count: count, last_activity: Timestamp }),
  ),
  /** The last 90 days in UTC, oldest first, days without blocks included. */
  created_per_day: z.array(z.object({ date: z.string(), count })),
  /** Blocks that are not archived, by feedback score. */
  feedback: z.object({ high: count, medium: count, low: count }),
  /** The fifty that are linked most often to blocks that are not archived. */
  keywords: z.array(z.object({ keyword_id: Uuid, keyword_text: z.string(), usage_count: count })),
  generated_at: Timestamp,
});

export const analyticsEndpoints = {
  'GET /analytics/summary': endpoint({
    summary:
      'Totals and distributions of the active scope. Feedback: high 80 and more, medium 60 to 79, low below.',
    query: ScopeQuery,
    response: AnalyticsSummary,
  }),
};

export type AnalyticsSummary = z.infer<typeof AnalyticsSummary>;
