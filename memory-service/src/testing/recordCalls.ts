/** Calls about memory blocks, agents and keywords of the organization Alpha. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import type { World } from './engines';
import { body, ids, send } from './testApp';

/** Headers of a call from Alpha's workspace. */
export const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
/** Headers of a call from the caller's own workspace. */
export const PERSONAL = { 'x-active-scope': 'personal' };

/** The helpers of one world. */
export function recordCalls(world: World) {
  const call = (
    key: string,
    email: string | null,
    given?: unknown,
    headers: Record<string, string> = ALPHA,
  ) => send(world.app, key, email, { headers, ...(given !== undefined && { body: given }) });
  /** What a new block is made from. */
  const block = (given: object = {}) => ({
    agent_id: ids.agent(1),
    conversation_id: ids.conversation(50),
    content: 'The Gateway retries while the upstream resets connections',
    ...given,
  });
  return {
    call,
    block,
    /** A block that the editor has made. */
    stored: async (given: object = {}) =>
      body<MemoryBlock>(await call('POST /memory-blocks/', 'editor@x.test', block(given))),
    detail: (response: { body: string }) => (JSON.parse(response.body) as { detail: unknown }).detail,
  };
}
