/** Aggregates over a workspace, counted by the server and exact at any size. */
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
    /** Of all blocks, archived ones included: archiving does not change the past. */
    conversations: count,
    keywords: count,
    retrievals: count,
    /** Mean of the blocks that have feedback and are not archived; null when there is none. */
    average_feedback_score: z.number().nullable(),
  }),
  /** Blocks that are not archived, most first. */
  agents: z.array(
    z.object({
      agent_id: Uuid,
      agent_name: z.string(),
      memory_block_count: count,
      average_feedback_score: z.number().nullable(),
      retrievals: count,
    }),
  ),
  /** The ten with the most blocks, archived ones included. */
  top_conversations: z.array(
    z.object({ conversation_id: Uuid, memory_block_count: count, last_activity: Timestamp }),
  ),
  /** The last 90 days in UTC, oldest first, days without blocks and archived blocks included. */
  created_per_day: z.array(z.object({ date: z.string(), count })),
  /** Blocks that are not archived, by feedback score; those without feedback are in none of the three. */
  feedback: z.object({ high: count, medium: count, low: count }),
  /** The fifty that are linked most often to blocks that are not archived. */
  keywords: z.array(z.object({ keyword_id: Uuid, keyword_text: z.string(), usage_count: count })),
  generated_at: Timestamp,
});

/** What happened in a workspace on one day, or in a time. */
const Happenings = {
  /** Archived blocks included. */
  created: count,
  /** How often agents got a block. */
  retrieved: count,
  /** How often of these the block has high feedback today. */
  helpful: count,
  /** Questions of agents without a result; null for guests, who do not see the activity of agents. */
  unanswered: count.nullable(),
};

/** A range of days compared with as many days before. */
export const AnalyticsDays = z.object({
  /** In UTC, oldest first, without gaps. */
  days: z.array(z.object({ date: z.string(), ...Happenings })),
  /** In as many days before; null where the log is not kept for so long. */
  before: z.object({
    ...Happenings,
    retrieved: count.nullable(),
    helpful: count.nullable(),
  }),
  /** How often blocks of each agent were retrieved in the range, those that helped most often first. */
  agents: z.array(z.object({ agent_id: Uuid, retrieved: count, helpful: count })),
  /** The ten keywords that most blocks of the range have, and how many had them before. */
  topics: z.array(
    z.object({ keyword_id: Uuid, keyword_text: z.string(), memory_block_count: count, before: count }),
  ),
});

/** A block that agents do not retrieve, and its last retrieval; null when never, or before retrievals were logged. */
export const UnusedBlock = MemoryBlock.extend({ last_retrieved_at: Timestamp.nullable() });

const UnusedQuery = z.object({
  ...ScopeQuery.shape,
  ...SkipLimit(12).shape,
  after: AfterRow,
  /** `never`: no agent ever retrieved it. `stale`: once it was, but for `days` it was neither retrieved nor changed. */
  kind: z.enum(['never', 'stale']),
  days: z.coerce.number().int().min(1).max(3650).default(90),
});

/** Blocks that were created since a moment and are not archived. */
const NewMemories = z.object({
  total: count,
  /** That they come from; absent from services before 1.3. */
  conversations: count.optional(),
  /** Most first. */
  agents: z.array(z.object({ agent_id: Uuid, agent_name: z.string(), memory_block_count: count })),
});

export const analyticsEndpoints = {
  'GET /analytics/unused': endpoint({
    summary:
      'A page of blocks, archived ones left out, that agents never or no longer retrieve; oldest first.',
    query: UnusedQuery,
    response: Page(UnusedBlock),
  }),
  'GET /analytics/new-memories': endpoint({
    summary:
      'How many blocks of the active scope were created since a moment, by agent; archived ones left out.',
    query: z.object({ ...ScopeQuery.shape, since: z.iso.datetime({ offset: true }) }),
    response: NewMemories,
  }),
  'GET /analytics/summary': endpoint({
    summary:
      'Totals and distributions of the active scope. Feedback: high 80 and more, medium 60 to 79, low below.',
    query: ScopeQuery,
    response: AnalyticsSummary,
  }),
  'GET /analytics/days': endpoint({
    summary: 'What happened in the active scope on each day of a range, and in as many days before.',
    query: z.object({
      ...ScopeQuery.shape,
      /** So many days, today included. */
      days: z.coerce.number().pipe(z.literal(ANALYTICS_RANGE.choices)).default(ANALYTICS_RANGE.default),
    }),
    response: AnalyticsDays,
  }),
};

export type UnusedBlock = z.infer<typeof UnusedBlock>;
export type AnalyticsSummary = z.infer<typeof AnalyticsSummary>;
export type AnalyticsDays = z.infer<typeof AnalyticsDays>;
