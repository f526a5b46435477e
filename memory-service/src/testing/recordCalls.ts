/** API calls about memory blocks, agents and keywords of the organization Alpha. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import type { World } from './engines';
import { body, ids, send } from './testApp';

/** Headers for the workspace of Alpha. */
export const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
/** Headers for the caller's personal workspace. */
export const PERSONAL = { 'x-active-scope': 'personal' };

/** Helpers for one test world. */
export function recordCalls(world: World) {
  const call = (
    key: string,
    email: string | null,
    given?: unknown,
    headers: Record<string, string> = ALPHA,
  ) => send(world.app, key, email, { headers, ...(given !== undefined && { body: given }) });
  /** Request body of a new block. */
  const block = (given: object = {}) => ({
    agent_id: ids.agent(1),
    conversation_id: ids.conversation(50),
    content: 'The Gateway retries while the upstream resets connections',
    ...given,
  });
  return {
    call,
    block,
    /** A block created by the editor. */
    stored: async (given: object = {}) =>
      body<MemoryBlock>(await call('POST /memory-blocks/', 'editor@x.test', block(given))),
    detail: (response: { body: string }) => (JSON.parse(response.body) as { detail: unknown }).detail,
  };
}
