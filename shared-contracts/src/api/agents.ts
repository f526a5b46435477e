/** Agents: the coding tools whose memory this is. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { MAX_PAGE_SIZE, Page, ScopeQuery, Timestamp, Uuid, VisibilityScope } from './common';

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

export const AgentListQuery = z.object({
  ...ScopeQuery.shape,
  skip: z.coerce.number().int().min(0).default(0),
  /** `per_page` is the same under the dashboard's older name; `limit` wins. */
  limit: pageSize.optional(),
  per_page: pageSize.optional(),
  sort_by: z.enum(['created_at', 'updated_at', 'agent_name']).default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
});

export const agentEndpoints = {
  'GET /agents/': endpoint({
    summary: 'A page of agents in the active scope.',
    query: AgentListQuery,
    response: Page(Agent),
  }),
};

export type Agent = z.infer<typeof Agent>;
