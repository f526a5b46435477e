/** Agents: the coding tools that write to and read from memory. */
import { z } from 'zod';
import { MAX_AGENT_DESCRIPTION, MAX_AGENT_NAME, MAX_PAGE_SIZE } from '../rules/limits';
import { endpoint } from './endpoint';
import {
  AfterRow,
  IdParams,
  Name,
  Page,
  ScopeQuery,
  SkipLimit,
  Timestamp,
  Uuid,
  VisibilityScope,
} from './common';
import { ScopeChange } from './memoryBlocks';

export const Agent = z.object({
  agent_id: Uuid,
  agent_name: z.string(),
  description: z.string().nullable(),
  visibility_scope: VisibilityScope,
  owner_user_id: Uuid.nullable(),
  organization_id: Uuid.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

const pageSize = z.coerce.number().int().min(0).max(MAX_PAGE_SIZE);

const AgentListQuery = z.object({
  ...ScopeQuery.shape,
  skip: z.coerce.number().int().min(0).default(0),
  /** The dashboard's older name for `limit` is `per_page`; `limit` wins. */
  limit: pageSize.optional(),
  per_page: pageSize.optional(),
  sort_by: z.enum(['created_at', 'updated_at', 'agent_name']).default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
  after: AfterRow,
});

const AgentName = Name(MAX_AGENT_NAME);
const Description = z.string().max(MAX_AGENT_DESCRIPTION).nullable();

export const agentEndpoints = {
  'POST /agents/': endpoint({
    summary: 'Create an agent in the active scope.',
    query: ScopeQuery,
    body: z.object({
      agent_name: AgentName,
      description: Description.optional(),
      /** Accepted for older clients; the active scope applies. */
      visibility_scope: VisibilityScope.nullish(),
      organization_id: z.preprocess((value) => (value === '' ? null : value), Uuid.nullish()),
    }),
    status: 201,
    response: Agent,
  }),
  'GET /agents/search/': endpoint({
    summary: 'Agents whose name contains or resembles the query, best match first.',
    query: z.object({
      ...ScopeQuery.shape,
      ...SkipLimit(100).shape,
      query: z.string().min(1).max(MAX_AGENT_NAME),
    }),
    response: z.array(Agent),
  }),
  'GET /agents/counts': endpoint({
    summary: 'Number of memories of each agent in the active scope, and when the latest one was recorded.',
    query: ScopeQuery,
    response: z.object({
      counts: z.array(
        z.object({
          agent_id: Uuid,
          /** Excludes archived memories. */
          count: z.number().int(),
          archived_count: z.number().int(),
          /** Creation time of the newest memory that is not archived; null if there is none. */
          last_activity: Timestamp.nullable(),
          /** The agent's latest call within the retention of the activity log; null if there is none. */
          last_seen_at: Timestamp.nullable(),
        }),
      ),
    }),
  }),
  'GET /agents/{id}': endpoint({
    summary: 'One agent.',
    params: IdParams,
    query: ScopeQuery,
    response: Agent,
  }),
  'PUT /agents/{id}': endpoint({
    summary: 'Change name or description.',
    params: IdParams,
    query: ScopeQuery,
    body: z.object({ agent_name: AgentName.optional(), description: Description.optional() }),
    response: Agent,
  }),
  'DELETE /agents/{id}': endpoint({
    summary: 'Delete an agent and its memories in its workspace; 409 while other workspaces depend on it.',
    params: IdParams,
    query: ScopeQuery,
    status: 204,
  }),
  'POST /agents/{id}/change-scope': endpoint({
    summary: 'Move an agent without memories to another workspace; requires write access to both.',
    params: IdParams,
    query: ScopeQuery,
    body: ScopeChange,
    response: Agent,
  }),
  'GET /agents/': endpoint({
    summary: 'A page of agents in the active scope.',
    query: AgentListQuery,
    response: Page(Agent),
  }),
};

export type Agent = z.infer<typeof Agent>;
