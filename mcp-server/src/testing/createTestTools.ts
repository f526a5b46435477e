/** The tools on top of a fake service, as a protocol client calls them. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { createMcpServer } from '../server';
import type { Defaults } from '../settings';

/** Input of a call to the fake service. */
export interface Asked {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
  onHeaders?: (headers: Headers) => void;
}

/** A structured result without fence tags. */
const unfenced = (data: unknown): unknown =>
  data && JSON.parse(JSON.stringify(data).replace(/<\/?memory-[0-9a-f]{8}>/g, ''));

/** A memory as returned by the service. */
export const storedMemory = (change: object = {}) => ({
  id: '0a1b2c3d-0000-4000-8000-000000000003',
  agent_id: '0a1b2c3d-0000-4000-8000-000000000001',
  agent_name: 'a',
  conversation_id: '0a1b2c3d-0000-4000-8000-000000000002',
  content: 'x',
  errors: null,
  lessons_learned: 'y',
  feedback_score: null,
  retrieval_count: 0,
  archived: false,
  visibility_scope: 'personal',
  organization_id: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  keywords: [],
  metadata_col: null,
  ...change,
});

/** @param answer response of the service to a call of the endpoint table; its errors are thrown by the call. */
export async function createTestTools(
  answer: (key: string, asked: Asked) => unknown,
  given: Partial<Defaults> = {},
  options: { withEarlierTools?: boolean } = {},
) {
  const defaults = { agentId: null, conversationId: null, scope: null, ...given };
  const api = { call: async (key: string, asked: Asked = {}) => answer(key, asked) } as unknown as ApiClient;
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer({ api, defaults, version: '1.0.0', log, ...options }).connect(far);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(near);
  return {
    client,
    logged,
    async call<T = Record<string, unknown>>(name: string, args: Record<string, unknown> = {}) {
      const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
      const [content] = result.content;
      return {
        isError: result.isError ?? false,
        text: content?.type === 'text' ? content.text : '',
        data: unfenced(result.structuredContent) as T,
      };
    },
  };
}
