/** The filter of a list or a search, from the parameters of its call. */
import type { Narrowing } from './queries/blockFilter';
import type { Call } from '../../platform/http/route';

type Filters = Omit<
  Call<'GET /memory-blocks/'>['query'],
  | 'scope'
  | 'organization_id'
  | 'sort_by'
  | 'sort_order'
  | 'skip'
  | 'limit'
  | 'search_query'
  | 'include_archived'
>;

export const narrowingOf = (query: Filters): Narrowing => ({
  agentIds: query.agent_id,
  conversationId: query.conversation_id,
  keywordIds: query.keyword_id,
  isEveryKeyword: query.keyword_match === 'all',
  createdAfter: query.created_after,
  createdBefore: query.created_before,
  updatedAfter: query.updated_after,
  updatedBefore: query.updated_before,
  retrievedAfter: query.retrieved_after,
  retrievedBefore: query.retrieved_before,
  feedback: query.feedback,
  origin: query.origin,
});
