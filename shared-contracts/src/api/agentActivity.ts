/** Agent activity: what agents read and wrote with their tokens, and which calls were denied. */
import { z } from 'zod';
import { ScopeQuery, Timestamp, Uuid } from './common';
import { endpoint } from './endpoint';

export const ActivityKind = z.enum(['read', 'write', 'refused']);

/** Subject of a call. `other`: neither a memory nor a search, e.g. a list of agents. */
export const ActivityAction = z.enum([
  'search',
  'open',
  'list',
  'create',
  'update',
  'archive',
  'delete',
  'feedback',
  'other',
]);

/** A memory that a call found, opened or changed. */
const ActivityMemory = z.object({
  id: Uuid,
  /** Start of the memory's text; null if it was deleted or the caller may not read it. */
  preview: z.string().nullable(),
  /** Whether the agent opened or rated it within 30 minutes of this search. */
  chosen: z.boolean(),
});

/** One call with a token. */
export const AgentActivity = z.object({
  id: z.number().int(),
  at: Timestamp,
  /** Agent that the call is attributed to; null while its token has not named one. */
  agent_id: Uuid.nullable(),
  token_id: Uuid,
  token_name: z.string(),
  /** Client name, as the program reports it. */
  client: z.string().nullable(),
  kind: ActivityKind,
  action: ActivityAction,
  /** Key of the endpoint, e.g. `POST /memory-blocks/`. */
  call: z.string(),
  /** Search query with secrets masked; null for other calls. */
  query: z.string().nullable(),
  /** Search method: `hybrid`, `fulltext`, `semantic` or `basic`. */
  search_type: z.string().nullable(),
  /** Hits of a search, including earlier pages; null for other calls. */
  hits: z.number().int().nullable(),
  /** At most `MAX_ACTIVITY_MEMORIES`, in response order. */
  memories: z.array(ActivityMemory),
  latency_ms: z.number().int(),
  status: z.number().int(),
  /** Reason for the refusal; null for an accepted call. */
  reason: z.string().nullable(),
});

const Moment = z.iso.datetime({ offset: true });

/** An agent's calls cover every workspace that the caller may read; otherwise only the active scope. */
const ActivityFilter = z.object({
  ...ScopeQuery.shape,
  agent_id: Uuid.optional(),
  token_id: Uuid.optional(),
  /** Inclusive start. */
  since: Moment.optional(),
  /** Exclusive end. */
  until: Moment.optional(),
});

/** A search that found nothing and whose later runs found nothing either. */
const MissedQuestion = z.object({
  query: z.string(),
  agent_id: Uuid.nullable(),
  agent_name: z.string().nullable(),
  /** Number of runs without a hit. */
  count: z.number().int(),
  last_asked_at: Timestamp,
});

export const agentActivityEndpoints = {
  'GET /agent-activity/': endpoint({
    summary: 'Agent reads, writes and denied requests, newest first.',
    query: z.object({
      ...ActivityFilter.shape,
      kind: ActivityKind.optional(),
      /** `next_cursor` of the previous page. */
      cursor: z
        .string()
        .regex(
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_\d{1,15}$/,
          'Pass the next_cursor of a previous response.',
        )
        .optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    response: z.object({ items: z.array(AgentActivity), next_cursor: z.string().nullable() }),
  }),
  'GET /agent-activity/summary': endpoint({
    summary: 'Daily agent activity (UTC) and the tokens used; days without activity are omitted.',
    query: ActivityFilter,
    response: z.object({
      /** Oldest first. */
      days: z.array(
        z.object({
          date: z.string(),
          read: z.number().int(),
          write: z.number().int(),
          refused: z.number().int(),
        }),
      ),
      /** Most recently used first. */
      tokens: z.array(
        z.object({
          token_id: Uuid,
          token_name: z.string(),
          /** Name and version of the program that last used it; null if none reported them. */
          client: z.string().nullable(),
          calls: z.number().int(),
          last_used_at: Timestamp,
        }),
      ),
    }),
  }),
  'GET /agent-activity/agents': endpoint({
    summary: 'Daily calls (UTC) of each agent in the active scope; days without calls are omitted.',
    query: z.object({ ...ScopeQuery.shape, since: Moment }),
    response: z.object({
      agents: z.array(
        z.object({
          agent_id: Uuid,
          /** Oldest first. */
          days: z.array(z.object({ date: z.string(), calls: z.number().int() })),
        }),
      ),
    }),
  }),
  'GET /agent-activity/questions': endpoint({
    summary: 'Unanswered questions by agent, most frequent first.',
    query: z.object({
      ...ScopeQuery.shape,
      agent_id: Uuid.optional(),
      since: Moment.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ items: z.array(MissedQuestion) }),
  }),
};

export type ActivityKind = z.infer<typeof ActivityKind>;
export type ActivityAction = z.infer<typeof ActivityAction>;
export type AgentActivity = z.infer<typeof AgentActivity>;
export type MissedQuestion = z.infer<typeof MissedQuestion>;
