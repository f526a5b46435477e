/** Memories of the editor's own workspace, which tests write and no test counts: others read the organizations meanwhile. */
import type { Agent, MemoryBlock } from '@hindsight/shared-contracts/api';
import { people } from './people';
import { PERSONAL, serviceFor, writeHeaders } from './service';
import type { Address } from './ownStack';

/** The agent that the demo gave the editor. Agents that other tests make and delete again may be beside it. */
export async function editorsAgent(stack: Address): Promise<Agent> {
  const { items } = await serviceFor(stack, people.editor.email).agents(PERSONAL);
  const found = items.find(({ agent_name }) => agent_name.startsWith('Saskia’s sandbox'));
  if (!found) throw new Error('The demo gave the editor no agent called Saskia’s sandbox.');
  return found;
}

/**
 * Writes a memory of the editor's that no other test knows.
 * @returns its id.
 * @throws Error when the service refuses it.
 */
export async function makeBlock(stack: Address, content: string): Promise<string> {
  const { agent_id } = await editorsAgent(stack);
  const made = await fetch(`${stack.urls.service}/memory-blocks/?${PERSONAL}`, {
    method: 'POST',
    headers: {
      ...writeHeaders(stack, people.editor.email),
      'Content-Type': 'application/json',
      Origin: stack.urls.gateway,
    },
    body: JSON.stringify({ agent_id, conversation_id: agent_id, content }),
  });
  if (made.status !== 201) throw new Error(`A memory was refused with ${made.status}: ${await made.text()}`);
  return ((await made.json()) as MemoryBlock).id;
}
