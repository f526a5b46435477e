/**
 * The typed client for scripts, exported as `import { createClient } from 'hindsight-mcp'`. Its types are generated from the endpoint
 * table.
 */
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import type { ApiClient, CallAnswer, CallInput } from '@hindsight/shared-contracts/api/client';
import { PERSONAL_SCOPE, randomUuid } from '@hindsight/shared-contracts/rules';
import { connect } from './connection';
import { toQuestion } from './model/question';

export { ApiError, NetworkError };

export interface ClientOptions {
  /** URL of the service, e.g. `https://hindsight.example.org/api`. */
  url: string;
  token: string;
  /** Agent for calls that name none. */
  agentId?: string;
  /** Workspace for calls that name none; without it, the token decides. */
  organizationId?: string | 'personal';
}

type Recall = CallInput<'GET /memory-blocks/search/hybrid'>;
type Remember = CallInput<'POST /memory-blocks/remember'>['body'];

export interface Client extends ApiClient {
  recall(
    question: string,
    query?: Omit<NonNullable<Recall['query']>, 'query'>,
  ): Promise<CallAnswer<'GET /memory-blocks/search/hybrid'>>;
  remember(
    memory: Omit<Remember, 'conversation_id'> & Partial<Remember>,
  ): Promise<CallAnswer<'POST /memory-blocks/remember'>>;
}

export function createClient({ url, token, agentId, organizationId }: ClientOptions): Client {
  const scope =
    organizationId === undefined
      ? null
      : organizationId === 'personal'
        ? PERSONAL_SCOPE
        : ({ scope: 'organization', organizationId } as const);
  const defaults = { agentId: agentId ?? null, conversationId: null, scope };
  const identity = { Authorization: `Bearer ${token}` };
  const api = connect({ baseUrl: url.replace(/(?<!\/)\/+$/, ''), identity, defaults });
  const conversation = randomUuid();
  return {
    call: api.call,
    recall: (question, query = {}) =>
      api.call('GET /memory-blocks/search/hybrid', {
        query: { min_combined_score: 0, ...query, query: toQuestion(question).text },
      }),
    remember: (memory) =>
      api.call('POST /memory-blocks/remember', {
        body: {
          ...(agentId !== undefined && memory.agent_name === undefined && { agent_id: agentId }),
          conversation_id: conversation,
          ...memory,
        },
      }),
  };
}
