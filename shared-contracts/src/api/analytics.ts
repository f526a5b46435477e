/** Workspace analytics: aggregates computed by the server, exact at any size. */
import { z } from 'zod';
import { ANALYTICS_RANGE } from '../rules/analyticsRange';
import { endpoint } from './endpoint';
import { AfterRow, Page, ScopeQuery, SkipLimit, Timestamp, Uuid } from './common';
import { MemoryBlock } from './memoryBlocks';

const count = z.number().int();

export const AnalyticsSummary = z.object({
  totals: z.object({
    memory_blocks: count,
    archived_blocks: count,
    agents: count,
    /** Over all memories, archived ones included: archiving does not change the past. */
    conversations: count,
    keywords: count,
    retrievals: count,
    /** Mean over the memories with feedback that are not archived; null if there are none. */
    average_feedback_score: z.number().nullable(),
  }),
  /** Counts of memories that are not archived, highest first. */
  agents: z.array(
    z.object({
      agent_id: Uuid,
      agent_name: z.string(),
      memory_block_count: count,
      average_feedback_score: z.number().nullable(),
      retrievals: count,
    }),
  ),
  /** The ten largest, archived memories included. */
  top_conversations: z.array(
    z.object({ conversation_id: Uuid, memory_block_count: count, last_activity: Timestamp }),
  ),
  /** The last 90 days in UTC, oldest first, including days without memories and archived memories. */
  created_per_day: z.array(z.object({ date: z.string(), count })),
  /** Memories that are not archived, by feedback score; unrated ones are in none of the three. */
  feedback: z.object({ high: count, medium: count, low: count }),
  /** The fifty most used keywords, counting memories that are not archived. */
  keywords: z.array(z.object({ keyword_id: Uuid, keyword_text: z.string(), usage_count: count })),
  generated_at: Timestamp,
});

/** Activity counts of a workspace for a day or a range. */
const Happenings = {
  /** Includes archived memories. */
  created: count,
  /** Number of retrievals by agents. */
  retrieved: count,
  /** Those retrievals whose memory currently has high feedback. */
  helpful: count,
  /** Agent questions without a result; null for guests, who may not see agent activity. */
  unanswered: count.nullable(),
};

/** A range of days compared with the preceding range of equal length. */
export const AnalyticsDays = z.object({
  /** In UTC, oldest first, without gaps. */
  days: z.array(z.object({ date: z.string(), ...Happenings })),
  /** The preceding range of equal length; counts are null where the log does not reach back that far. */
  before: z.object({
    ...Happenings,
    retrieved: count.nullable(),
    helpful: count.nullable(),
  }),
  /** Retrievals per agent in the range, most helpful first. */
  agents: z.array(z.object({ agent_id: Uuid, retrieved: count, helpful: count })),
  /** The ten keywords used by most memories of the range, with their counts in the preceding range. */
  topics: z.array(
    z.object({ keyword_id: Uuid, keyword_text: z.string(), memory_block_count: count, before: count }),
  ),
});

/** A memory that agents do not retrieve, with its last retrieval; null if never or before retrievals were logged. */
export const UnusedBlock = MemoryBlock.extend({ last_retrieved_at: Timestamp.nullable() });

const UnusedQuery = z.object({
  ...ScopeQuery.shape,
  ...SkipLimit(12).shape,
  after: AfterRow,
  /** `never`: no agent ever retrieved it. `stale`: retrieved before, but neither retrieved nor changed for `days`. */
  kind: z.enum(['never', 'stale']),
  days: z.coerce.number().int().min(1).max(3650).default(90),
});

/** Memories created since a given time that are not archived. */
const NewMemories = z.object({
  total: count,
  /** Distinct conversations of these memories; absent from services before 1.3. */
  conversations: count.optional(),
  /** Highest count first. */
  agents: z.array(z.object({ agent_id: Uuid, agent_name: z.string(), memory_block_count: count })),
});

export const analyticsEndpoints = {
  'GET /analytics/unused': endpoint({
    summary: 'A page of unarchived memories that agents never or no longer retrieve, oldest first.',
    query: UnusedQuery,
    response: Page(UnusedBlock),
  }),
  'GET /analytics/new-memories': endpoint({
    summary: 'Number of unarchived memories created in the active scope since a given time, by agent.',
    query: z.object({ ...ScopeQuery.shape, since: z.iso.datetime({ offset: true }) }),
    response: NewMemories,
  }),
  'GET /analytics/summary': endpoint({
    summary:
      'Totals and distributions of the active scope. Feedback is high from 80, medium from 60 to 79, low below 60.',
    query: ScopeQuery,
    response: AnalyticsSummary,
  }),
  'GET /analytics/days': endpoint({
    summary: 'Daily activity of the active scope in a range, and in the preceding range of equal length.',
    query: z.object({
      ...ScopeQuery.shape,
      /** Number of days, including today. */
      days: z.coerce.number().pipe(z.literal(ANALYTICS_RANGE.choices)).default(ANALYTICS_RANGE.default),
    }),
    response: AnalyticsDays,
  }),
};

export type UnusedBlock = z.infer<typeof UnusedBlock>;
export type AnalyticsSummary = z.infer<typeof AnalyticsSummary>;
export type AnalyticsDays = z.infer<typeof AnalyticsDays>;
